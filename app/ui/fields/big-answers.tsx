import { Check } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import type { Option } from './field-parts.tsx';

export interface BigAnswersProps {
  /** The heading with the question. */
  'aria-labelledby': string;
  hint?: string | undefined;
  options: readonly Option[];
  /** Allows several answers. */
  several?: boolean;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/**
 * The answers to a question that fills the page, each as a card. Native radio buttons and checkboxes, so that
 * public pages need no library and they work before hydration.
 */
export function BigAnswers({ hint, options, several = false, value, onChange, ...rest }: BigAnswersProps) {
  const id = useId();
  const toggled = (pressed: string) =>
    value.includes(pressed) ? value.filter((one) => one !== pressed) : [...value, pressed];
  return (
    <fieldset
      aria-labelledby={rest['aria-labelledby']}
      aria-describedby={hint ? `${id}-hint` : undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      {hint && (
        <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-15 cursor-pointer items-center gap-4 rounded-control border border-control bg-surface px-4.5 py-3 outline-offset-2 outline-focus hover:border-ink has-checked:border-action has-checked:bg-action-soft has-focus-visible:outline-3"
        >
          <span className="relative flex shrink-0 text-on-action">
            <input
              type={several ? 'checkbox' : 'radio'}
              name={id}
              value={option.value}
              // Otherwise Firefox restores old answers into the question after a reload.
              autoComplete="off"
              checked={value.includes(option.value)}
              onChange={() => onChange(several ? toggled(option.value) : [option.value])}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              className={classNames(
                'peer size-5.5 scroll-mb-24 cursor-pointer appearance-none border-[1.5px] border-control bg-surface outline-none checked:border-action',
                several ? 'rounded-sm checked:bg-action' : 'rounded-full checked:border-[6px]',
              )}
            />
            {several && (
              <Check
                size={16}
                strokeWidth={3}
                aria-hidden
                className="pointer-events-none absolute inset-0 m-auto opacity-0 peer-checked:opacity-100"
              />
            )}
          </span>
          <span>
            <span className="block">{option.label}</span>
            {option.hint && (
              <span id={`${id}-${option.value}`} aria-hidden="true" className="block text-sm text-muted">
                {option.hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
