import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { controlStyle } from '#app/ui/fields/control-style.ts';
import { optionElement } from '#app/ui/fields/native-select.tsx';

export interface FilterSelectProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  /** Whether the filter is active, which is highlighted. */
  isSet: boolean;
  /** Hides the label on wide screens, where each option says what it is about. */
  dense?: boolean;
  onChange: (value: Value) => void;
}

/** A compact select with its label on the same line. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, options, value, isSet, dense = false, onChange } = props;
  const id = useId();
  return (
    <span className="flex min-w-0 items-center gap-2 max-lg:min-w-[calc(50%-0.5rem)] max-lg:flex-1 max-lg:flex-col max-lg:items-stretch max-lg:gap-1">
      <label
        htmlFor={id}
        className={classNames('text-sm whitespace-nowrap text-muted', dense && 'lg:sr-only')}
      >
        {label}
      </label>
      <span className="relative flex min-w-0 items-center">
        <select
          id={id}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value);
            if (chosen) onChange(chosen.value);
          }}
          className={classNames(
            controlStyle,
            'cursor-pointer appearance-none truncate text-sm lg:w-auto lg:py-1',
            dense
              ? 'max-lg:pr-9 lg:min-h-8 lg:max-w-30 2xl:max-w-40 lg:py-0 lg:pr-6 lg:pl-2 lg:text-[0.8125rem]'
              : 'pr-9 lg:min-h-10',
            isSet && 'border-action bg-action-soft font-semibold',
          )}
        >
          {options.map(optionElement)}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className={classNames(
            'pointer-events-none absolute text-muted',
            dense ? 'right-3 lg:right-1.5' : 'right-3',
          )}
        />
      </span>
    </span>
  );
}
