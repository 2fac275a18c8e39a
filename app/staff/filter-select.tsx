import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { controlStyle } from '#app/ui/fields/control-style.ts';

export interface FilterSelectProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  /** Whether the filter is active, which is highlighted. */
  isSet: boolean;
  onChange: (value: Value) => void;
}

/** A compact select with its label on the same line. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, options, value, isSet, onChange } = props;
  const id = useId();
  return (
    <span className="flex items-center gap-2 max-lg:min-w-[calc(50%-0.5rem)] max-lg:flex-1 max-lg:flex-col max-lg:items-stretch max-lg:gap-1">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-muted">
        {label}
      </label>
      <span className="relative flex items-center">
        <select
          id={id}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value);
            if (chosen) onChange(chosen.value);
          }}
          className={classNames(
            controlStyle,
            'cursor-pointer appearance-none truncate pr-9 text-sm lg:min-h-10 lg:w-auto lg:py-1',
            isSet && 'border-action bg-action-soft font-semibold',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden className="pointer-events-none absolute right-3 text-muted" />
      </span>
    </span>
  );
}
