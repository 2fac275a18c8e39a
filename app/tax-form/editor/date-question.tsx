import { FieldRow } from '#app/ui/fields/field-row.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { type Field, optionsOf } from '#domain/tax-form/fields.ts';
import { fieldId, QuestionLabel } from './question.tsx';

export interface DatePart {
  path: string;
  field: Field;
  value: string;
  error: string | undefined;
}

const LABELS: Partial<Record<Field['kind'], string>> = { month: 'Month', day: 'Day', year: 'Year' };

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
  return (
    <FieldRow
      legend={<QuestionLabel question={legend} required />}
      errors={parts.flatMap(({ error }) => (error === undefined ? [] : [error]))}
    >
      {(problemId) =>
        parts.map(({ path, field, value, error }) => (
          <NativeSelect
            key={path}
            id={fieldId(path)}
            label={<span className="font-normal text-muted">{LABELS[field.kind]}</span>}
            name={field.question}
            options={optionsOf(field, year) ?? []}
            value={value}
            onChange={(chosen) => onAnswer(path, chosen)}
            problemId={error === undefined ? undefined : problemId}
            autoComplete={field.autofill}
            placeholder="–"
            isRequired
          />
        ))
      }
    </FieldRow>
  );
}
