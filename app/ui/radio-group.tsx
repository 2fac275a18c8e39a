import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup';
import { type AnswerOption, AnswerText, answerCard, type GroupSize, groupGap } from './answer-card.tsx';
import { classNames } from './class-names.ts';
import { FieldHint, FieldLabel, FieldProblem, type GroupText } from './field-parts.tsx';

export interface RadioGroupProps extends GroupText {
  options: readonly AnswerOption[];
  value: string | null;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  id?: string;
  optional?: boolean;
  isDisabled?: boolean;
  isRequired?: boolean;
  /** Side by side, for two or three short answers. */
  inline?: boolean;
  /** For a question that has the screen to itself. */
  size?: GroupSize;
  className?: string;
}

/** Each answer is a whole card to press. */
export function RadioGroup({
  label,
  hint,
  error,
  options,
  optional,
  inline = false,
  size = 'medium',
  className,
  ...rest
}: RadioGroupProps) {
  return (
    <AriaRadioGroup
      {...rest}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames('flex flex-col', groupGap[size], className)}
    >
      {label && <FieldLabel required={!optional}>{label}</FieldLabel>}
      <FieldHint>{hint}</FieldHint>
      <div className={classNames('flex gap-2', inline ? 'flex-row flex-wrap' : 'flex-col')}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className={classNames(answerCard(size), 'disabled:opacity-55', inline && 'min-w-28 flex-1')}
          >
            <span className="size-5 shrink-0 rounded-full border-[1.5px] border-control bg-surface group-selected:border-[6px] group-selected:border-action" />
            <AnswerText {...option} />
          </Radio>
        ))}
      </div>
      <FieldProblem>{error}</FieldProblem>
    </AriaRadioGroup>
  );
}
