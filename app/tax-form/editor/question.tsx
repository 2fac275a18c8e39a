import type { ReactNode } from 'react';
import { CheckboxGroup } from '#app/ui/fields/checkbox-group.tsx';
import { CountedArea } from '#app/ui/fields/counted-area.tsx';
import { FormattedField } from '#app/ui/fields/formatted-field.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { type Field, type Kind, optionsOf } from '#domain/tax-form/fields.ts';
import { maskOf, typedInto } from '#domain/tax-form/masks.ts';
import { maskedAnswer } from '#domain/tax-form/sensitive.ts';
import type { Answer } from '../autosave/form-state.ts';

export interface QuestionProps {
  path: string;
  field: Field;
  year: number;
  required: boolean;
  value: Answer;
  error: string | undefined;
  onAnswer: (path: string, answer: Answer) => void;
}

/** Of a field on the page; dots would not do in a selector. */
export const fieldId = (path: string): string => `q-${path.replaceAll('.', '-')}`;

/** The asterisk is for the eye; screen readers hear "required". */
export function Asked({ question, required }: { question: string; required: boolean }): ReactNode {
  return (
    <>
      {question}
      {required && (
        <span aria-hidden className="text-danger">
          {'\u00a0*'}
        </span>
      )}
    </>
  );
}

/** Up to so many answers stand on the page; more are a list. */
const MOST_CARDS = 5;

/** One question, in the way that its kind is answered best. */
export function Question({ path, field, year, required, value, error, onAnswer }: QuestionProps) {
  const text = typeof value === 'string' ? value : '';
  const onChange = (answer: Answer) => onAnswer(path, answer);
  const options = optionsOf(field, year);
  const common = {
    id: fieldId(path),
    label: <Asked question={field.question} required={required} />,
    hint: field.hint,
    error,
    isRequired: required,
  };
  if (field.kind === 'choices') {
    const chosen = typeof value === 'string' ? [] : value;
    return <CheckboxGroup {...common} options={options ?? []} value={chosen} onChange={onChange} />;
  }
  if (options && (options.length > MOST_CARDS || field.kind === 'year')) {
    return (
      <NativeSelect
        {...common}
        options={options}
        value={text}
        onChange={onChange}
        autoComplete={field.autofill}
      />
    );
  }
  if (options) {
    const short = options.every(({ label }) => label.length < 12);
    return (
      <RadioGroup
        {...common}
        options={options}
        value={text === '' ? null : text}
        onChange={onChange}
        inline={short && options.length < 4}
      />
    );
  }
  if (field.kind === 'longText') {
    return <CountedArea {...common} optional value={text} onChange={onChange} limit={field.max ?? 1000} />;
  }
  const mask = maskOf(field.kind);
  const typing = {
    ...common,
    optional: !required,
    value: text,
    onChange,
    autoComplete: field.autofill ?? 'off',
    // Where the browser may fill in, a name helps it; a sensitive field shall have none to remember.
    ...(field.autofill && !field.sensitive && { name: path }),
    ...(field.max !== undefined && { maxLength: field.max }),
    ...keysOf(field.kind),
  };
  if (!isNumber(field.kind)) return <TextField {...typing} />;
  const { type: _, ...plain } = typing;
  return (
    <FormattedField
      {...plain}
      format={mask && ((typed) => typedInto(mask, typed))}
      veil={field.sensitive && ((number) => maskedAnswer(field.kind, number))}
      veiled={field.question}
    />
  );
}

/** Focusing a field selects all of it, so a new number never mixes with the old one. */
function isNumber(kind: Kind): boolean {
  return ['phone', 'ssn', 'ein', 'routing', 'account', 'zip'].includes(kind);
}

/** The keys that a phone shows. */
function keysOf(kind: Kind): {
  type?: 'email' | 'tel';
  inputMode?: 'numeric' | 'email';
  spellCheck?: 'false';
} {
  switch (kind) {
    case 'email':
      return { type: 'email', inputMode: 'email', spellCheck: 'false' };
    case 'phone':
    case 'ssn':
    case 'ein':
    case 'routing':
    case 'account':
      return { inputMode: 'numeric', spellCheck: 'false' };
    default:
      return {};
  }
}
