import { Check } from 'lucide-react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { type AnswerOption, AnswerText, answerCard, type GroupSize, groupGap } from './answer-card.tsx';
import { classNames } from './class-names.ts';
import { FieldHint, FieldLabel, FieldProblem, type GroupText } from './field-parts.tsx';

export interface CheckboxGroupProps extends GroupText {
  options: readonly AnswerOption[];
  value: string[];
  onChange: (value: string[]) => void;
  id?: string;
  isRequired?: boolean;
  /** For a question that has the screen to itself: its answers stand one under the other. */
  size?: GroupSize;
}

/** Several answers to one question; each is a whole card to press. */
export function CheckboxGroup({ label, hint, error, options, size = 'medium', ...rest }: CheckboxGroupProps) {
  return (
    <AriaCheckboxGroup
      {...rest}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames('flex flex-col', groupGap[size])}
    >
      {label && <FieldLabel>{label}</FieldLabel>}
      <FieldHint>{hint}</FieldHint>
      <div className={classNames('grid gap-2', size === 'medium' && 'md:grid-cols-2')}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} className={answerCard(size)}>
            {({ isSelected }) => (
              <>
                <span className="flex size-[1.375rem] shrink-0 items-center justify-center rounded-sm border-[1.5px] border-control bg-surface text-on-action group-selected:border-action group-selected:bg-action">
                  {isSelected && <Check size={16} strokeWidth={3} aria-hidden />}
                </span>
                <AnswerText {...option} />
              </>
            )}
          </Checkbox>
        ))}
      </div>
      <FieldProblem>{error}</FieldProblem>
    </AriaCheckboxGroup>
  );
}
