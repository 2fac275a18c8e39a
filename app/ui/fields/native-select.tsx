import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { controlStyle } from './control-style.ts';
import type { Option } from './field-parts.tsx';
import { PlainProblem } from './plain-problem.tsx';

export interface NativeSelectProps {
  label: ReactNode;
  options: readonly Option[];
  /** More options, with headings, below the others. */
  groups?: readonly { label: string; options: readonly Option[] }[];
  /** '' if nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  id: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The id of the error message, if it is rendered elsewhere. */
  problemId?: string | undefined;
  /** The accessible name, if the label alone is too short. */
  name?: string;
  autoComplete?: string | undefined;
  placeholder?: string;
  /** False: something is always chosen. */
  hasNone?: boolean;
  isRequired?: boolean;
  className?: string;
}

/** A native `<select>`, for long lists that browsers can autofill (states, years). */
export function NativeSelect(props: NativeSelectProps) {
  const { label, options, value, onChange, id, hint, error, name, autoComplete, placeholder, problemId } =
    props;
  const { t } = useLingui();
  const notes = useId();
  const described = [hint && `${notes}-hint`, error && `${notes}-error`, problemId].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex flex-col gap-1.5', props.className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${notes}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <span className="relative flex items-center">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          aria-label={name}
          aria-required={props.isRequired}
          aria-invalid={error || problemId ? true : undefined}
          aria-describedby={described || undefined}
          className={classNames(
            controlStyle,
            'cursor-pointer appearance-none truncate pr-8',
            (error || problemId) && 'border-danger',
            value === '' && 'text-muted',
          )}
        >
          {props.hasNone !== false && <option value="">{placeholder ?? t`Choose...`}</option>}
          {options.map(optionElement)}
          {props.groups?.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.options.map(optionElement)}
            </optgroup>
          ))}
        </select>
        <ChevronDown size={20} aria-hidden className="pointer-events-none absolute right-2 text-muted" />
      </span>
      {error && <PlainProblem id={`${notes}-error`}>{error}</PlainProblem>}
    </div>
  );
}

export function optionElement({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
