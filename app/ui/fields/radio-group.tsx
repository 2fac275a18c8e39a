import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup';
import { classNames } from '../class-names.ts';
import { FieldHint, FieldLabel, FieldProblem, type FieldText, type Option } from './field-parts.tsx';

export interface RadioGroupProps extends FieldText {
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  name?: string;
  id?: string;
  optional?: boolean;
  isDisabled?: boolean;
  isRequired?: boolean;
  /** Side by side, for two or three short answers. */
  inline?: boolean;
  className?: string;
}

/** Each option is a clickable card. */
export function RadioGroup({
  label,
  hint,
  error,
  options,
  optional,
  inline = false,
  className,
  ...rest
}: RadioGroupProps) {
  return (
    <AriaRadioGroup
      {...rest}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames('flex flex-col gap-1.5', className)}
    >
      <FieldLabel required={!optional}>{label}</FieldLabel>
      <FieldHint>{hint}</FieldHint>
      <div className={classNames('flex gap-2', inline ? 'flex-row flex-wrap' : 'flex-col')}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className={classNames(
              'group relative flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-control bg-surface px-3.5 py-2.5 hover:border-ink focus-visible:outline-3 selected:border-action selected:bg-action-soft disabled:opacity-55 invalid:border-danger',
              inline && 'min-w-28 flex-1',
            )}
          >
            <span className="size-5 shrink-0 rounded-full border-[1.5px] border-control bg-surface group-selected:border-[6px] group-selected:border-action" />
            <span>
              {option.label}
              {option.hint && <span className="block text-sm text-muted">{option.hint}</span>}
            </span>
          </Radio>
        ))}
      </div>
      <FieldProblem>{error}</FieldProblem>
    </AriaRadioGroup>
  );
}
