import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { FieldRow } from '#app/ui/fields/field-row.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { answerAt } from '#domain/tax-form/answers.ts';
import { isRequired, isVisible } from '#domain/tax-form/conditions.ts';
import { type Doubt, isDoubtable } from '#domain/tax-form/doubts.ts';
import {
  dependentFieldOf,
  dependentKeys,
  type Field,
  fieldOf,
  optionsOf,
  type SectionId,
} from '#domain/tax-form/fields.ts';
import { fieldsIn } from '#domain/tax-form/sections.ts';
import { problemInWords } from '#domain/tax-form/validate.ts';
import type { Answer, FormState } from '../autosave/form-state.ts';
import { choicesInWords, DoubtNote, fieldId, Question, QuestionLabel } from './question.tsx';

export interface QuestionsProps {
  state: FormState;
  /** Numbers that are probably mistyped and not confirmed. */
  doubts: readonly Doubt[];
  year: number;
  onAnswer: (path: string, answer: Answer) => void;
  onConfirm: (path: string) => void;
  onConfirmNumber: (path: string) => void;
}

interface Placed {
  path: string;
  field: Field;
  required: boolean;
}

export function SectionQuestions({ section, ...props }: QuestionsProps & { section: SectionId }) {
  const { t } = useLingui();
  const { answers } = props.state;
  const placed = fieldsIn(section)
    .filter((key) => isVisible(key, answers))
    .map((key) => ({ path: key, field: fieldOf(key), required: isRequired(key, answers) }));
  return (
    <Grid
      placed={placed}
      whose={section === 'spouse' ? t`Spouse’s date of birth` : t`Date of birth`}
      {...props}
    />
  );
}

export function DependentQuestions({ at, ...props }: QuestionsProps & { at: number }) {
  const { t } = useLingui();
  const placed = dependentKeys.map((key) => ({
    path: `dependents.${at}.${key}`,
    field: dependentFieldOf(key),
    required: true,
  }));
  return <Grid placed={placed} whose={t`Date of birth`} {...props} />;
}

function Grid({ placed, whose, ...props }: QuestionsProps & { placed: Placed[]; whose: string }) {
  return (
    <div className="grid gap-x-5 gap-y-6 md:grid-cols-2">
      {placed.map((one, at) => {
        const { kind } = one.field;
        if (kind === 'day' || (kind === 'year' && placed[at - 1]?.field.kind === 'day')) return null;
        return (
          <div key={one.path} className={isWide(one.field) ? 'md:col-span-2' : undefined}>
            {kind === 'month' ? (
              <BirthDate parts={placed.slice(at, at + 3)} legend={whose} {...props} />
            ) : (
              <OneQuestion {...one} {...props} />
            )}
          </div>
        );
      })}
    </div>
  );
}

function OneQuestion({ path, field, required, ...props }: Placed & QuestionsProps) {
  const { t } = useLingui();
  const { state, doubts, year, onAnswer, onConfirm, onConfirmNumber } = props;
  return (
    <div className="flex flex-col gap-1.5">
      <Question
        path={path}
        field={field}
        required={required}
        year={year}
        value={answerAt(state.answers, path)}
        error={problemAt(state, path, t)}
        onAnswer={onAnswer}
      />
      {isDoubtable(field) && (
        <DoubtNote
          question={t(field.question)}
          doubt={doubts.find((doubt) => doubt.path === path)}
          onConfirmNumber={() => onConfirmNumber(path)}
        />
      )}
      {state.check.includes(path) && (
        <CarriedOverNote question={t(field.question)} onConfirm={() => onConfirm(path)} />
      )}
    </div>
  );
}

const labels: Partial<Record<Field['kind'], MessageDescriptor>> = {
  month: msg`Month`,
  day: msg`Day`,
  year: msg`Year`,
};

interface BirthDateProps extends QuestionsProps {
  parts: Placed[];
  legend: string;
}

/** Month, day and year beside each other, each a list. */
function BirthDate({ parts, legend, state, doubts, year, onAnswer, onConfirmNumber }: BirthDateProps) {
  const { t } = useLingui();
  const day = parts.find(({ field }) => field.kind === 'day')?.path ?? '';
  const errors = parts.map(({ path }) => problemAt(state, path, t));
  return (
    <div className="flex flex-col gap-1.5">
      <FieldRow
        legend={<QuestionLabel question={legend} required />}
        errors={errors.filter((error) => error !== undefined)}
      >
        {(problemId) =>
          parts.map(({ path, field }, at) => {
            const label = labels[field.kind];
            return (
              <NativeSelect
                key={path}
                id={fieldId(path)}
                label={<span className="font-normal text-muted">{label && t(label)}</span>}
                name={t(field.question)}
                options={choicesInWords(optionsOf(field, year) ?? [], t)}
                value={String(answerAt(state.answers, path))}
                onChange={(chosen) => onAnswer(path, chosen)}
                problemId={errors[at] && problemId}
                autoComplete={field.autofill}
                placeholder="–"
                isRequired
              />
            );
          })
        }
      </FieldRow>
      <DoubtNote
        question={legend}
        doubt={doubts.find(({ path }) => path === day)}
        onConfirmNumber={() => onConfirmNumber(day)}
      />
    </div>
  );
}

function problemAt(state: FormState, at: string, t: Translate): string | undefined {
  const problem = state.problems.find(({ path }) => path === at);
  return problem && problemInWords(problem, t);
}

/** What is typed in a line takes half the width; what is chosen from cards all of it. */
function isWide({ kind, options }: Field): boolean {
  if (kind === 'longText' || kind === 'month' || kind === 'choices') return true;
  return options !== undefined && options.length <= 5;
}

/** Shown under an answer from last year, until the client confirms or changes it. */
function CarriedOverNote({ question, onConfirm }: { question: string; onConfirm: () => void }) {
  const { t } = useLingui();
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <Badge tone="warning">{t`Please check`}</Badge>
      <span className="text-sm text-muted max-sm:hidden">{t`From last year.`}</span>
      <Button
        variant="quiet"
        className="-my-1 px-3 text-sm"
        aria-label={t`Still correct: ${question}`}
        onPress={onConfirm}
      >
        <Trans>Still correct</Trans>
      </Button>
    </p>
  );
}
