import { Check } from 'lucide-react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { FieldHint, FieldLabel, FieldProblem, type FieldText, type Option } from './field-parts.tsx';

export interface CheckboxGroupProps extends FieldText {
  options: readonly Option[];
  value: string[];
  onChange: (value: string[]) => void;
  id?: string;
  isRequired?: boolean;
}

/** Checkboxes for one question. The whole card of each is clickable. */
export function CheckboxGroup({ label, hint, error, options, ...rest }: CheckboxGroupProps) {
  return (
    <AriaCheckboxGroup
      {...rest}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <FieldLabel>{label}</FieldLabel>
      <FieldHint>{hint}</FieldHint>
      <div className="grid gap-2 md:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            className="group relative flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-control bg-surface px-3.5 py-2.5 hover:border-ink focus-visible:outline-3 selected:border-action selected:bg-action-soft invalid:border-danger"
          >
            {({ isSelected }) => (
              <>
                <span className="flex size-[1.375rem] shrink-0 items-center justify-center rounded-sm border-[1.5px] border-control bg-surface text-on-action group-selected:border-action group-selected:bg-action">
                  {isSelected && <Check size={16} strokeWidth={3} aria-hidden />}
                </span>
                <span>{option.label}</span>
              </>
            )}
          </Checkbox>
        ))}
      </div>
      <FieldProblem>{error}</FieldProblem>
    </AriaCheckboxGroup>
  );
}
