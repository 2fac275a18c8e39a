import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { FieldRow } from '#app/ui/fields/field-row.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { msg } from '#domain/language/message.ts';
import { type Field, optionsOf } from '#domain/tax-form/fields.ts';
import { choicesInWords, fieldId, QuestionLabel } from './question.tsx';

export interface DatePart {
  path: string;
  field: Field;
  value: string;
  error: string | undefined;
}

const labels: Partial<Record<Field['kind'], MessageDescriptor>> = {
  month: msg`Month`,
  day: msg`Day`,
  year: msg`Year`,
};

/** A birth date: month, day and year beside each other, each a list. */
export function DateQuestion({
  legend,
  parts,
  year,
  onAnswer,
}: {
  legend: string;
  parts: readonly DatePart[];
  year: number;
  onAnswer: (path: string, answer: string) => void;
}) {
  const { t } = useLingui();
  return (
    <FieldRow
      legend={<QuestionLabel question={legend} required />}
      errors={parts.flatMap(({ error }) => (error === undefined ? [] : [error]))}
    >
      {(problemId) =>
        parts.map(({ path, field, value, error }) => {
          const label = labels[field.kind];
          return (
            <NativeSelect
              key={path}
              id={fieldId(path)}
              label={<span className="font-normal text-muted">{label && t(label)}</span>}
              name={t(field.question)}
              options={choicesInWords(optionsOf(field, year) ?? [], t)}
              value={value}
              onChange={(chosen) => onAnswer(path, chosen)}
              problemId={error === undefined ? undefined : problemId}
              autoComplete={field.autofill}
              placeholder="–"
              isRequired
            />
          );
        })
      }
    </FieldRow>
  );
}
