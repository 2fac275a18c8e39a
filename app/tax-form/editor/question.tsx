import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-group.tsx';
import { CountedArea } from '#app/ui/fields/counted-area.tsx';
import { FormattedField } from '#app/ui/fields/formatted-field.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { TextField, type TextFieldProps } from '#app/ui/fields/text-field.tsx';
import type { Language } from '#domain/language/language.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { misfitOf } from '#domain/tax-form/checks.ts';
import type { Choice } from '#domain/tax-form/choices.ts';
import type { Doubt } from '#domain/tax-form/doubts.ts';
import { type Field, type Kind, optionsOf } from '#domain/tax-form/fields.ts';
import { maskOf, typedInto } from '#domain/tax-form/masks.ts';
import { maskedAnswer } from '#domain/tax-form/sensitive.ts';
import type { Answer } from '../autosave/form-state.ts';

interface QuestionProps {
  path: string;
  field: Field;
  year: number;
  required: boolean;
  value: Answer;
  error: string | undefined;
  onAnswer: (path: string, answer: Answer) => void;
}

/** The element id for a path; without dots, which have a meaning in selectors. */
export const fieldId = (path: string): string => `q-${path.replaceAll('.', '-')}`;

export const choicesInWords = (choices: readonly Choice[], t: Translate) =>
  choices.map(({ value, label, isLast }) => ({ value, label: inWords(label, t), isLast }));

function optionsInWords(field: Field, year: number, t: Translate, language: Language) {
  const choices = optionsOf(field, year);
  if (!choices) return undefined;
  const options = choicesInWords(choices, t);
  return field.byLabel
    ? options.sort((one, other) =>
        one.isLast || other.isLast
          ? Number(one.isLast ?? false) - Number(other.isLast ?? false)
          : one.label.localeCompare(other.label, language),
      )
    : options;
}

/** The asterisk is hidden from screen readers: they read `isRequired`. */
export function QuestionLabel({ question, required }: { question: string; required: boolean }): ReactNode {
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

/** More options than this become a select. */
const MAX_CARDS = 5;

export function Question({ path, field, year, required, value, error, onAnswer }: QuestionProps) {
  const { t } = useLingui();
  const text = typeof value === 'string' ? value : '';
  const onChange = (answer: Answer) => onAnswer(path, answer);
  const options = optionsInWords(field, year, t, useLanguage());
  const common = {
    id: fieldId(path),
    label: <QuestionLabel question={t(field.question)} required={required} />,
    hint: field.hint && t(field.hint),
    error,
    isRequired: required,
  };
  if (field.kind === 'choices') {
    const chosen = typeof value === 'string' ? [] : value;
    return <CheckboxGroup {...common} options={options ?? []} value={chosen} onChange={onChange} />;
  }
  if (options && (options.length > MAX_CARDS || field.kind === 'year')) {
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
    // A name helps autofill. Sensitive fields have none, so that browsers don't store the answers.
    ...(field.autofill && !field.sensitive && { name: path }),
    ...keyboards[field.kind],
  };
  if (!isNumber(field.kind)) {
    return (
      <div className="flex flex-col items-start gap-1">
        <TextField {...typing} className="w-full" />
        {field.usual && text === '' && (
          <Button
            variant="quiet"
            className="-ml-5 text-sm"
            onPress={() => field.usual && onChange(t(field.usual))}
          >
            {t(field.usual)}
          </Button>
        )}
      </div>
    );
  }
  const { type: _, ...plain } = typing;
  const misfit = misfitOf(path, text);
  return (
    <FormattedField
      {...plain}
      format={mask && ((typed) => typedInto(mask, typed))}
      error={misfit ? t(misfit) : error}
      mask={field.sensitive && ((number) => maskedAnswer(field.kind, number))}
      maskedName={t(field.question)}
    />
  );
}

/** Kinds for FormattedField: focus selects the whole number, so that a new one replaces it. */
function isNumber(kind: Kind): boolean {
  return ['phone', 'ssn', 'ein', 'routing', 'account', 'zip'].includes(kind);
}

const digits = { inputMode: 'numeric', spellCheck: 'false' } as const;

const keyboards: Partial<Record<Kind, Pick<TextFieldProps, 'type' | 'inputMode' | 'spellCheck'>>> = {
  email: { type: 'email', inputMode: 'email', spellCheck: 'false' },
  phone: digits,
  ssn: digits,
  ein: digits,
  routing: digits,
  account: digits,
};

interface DoubtNoteProps {
  question: string;
  doubt: Doubt | undefined;
  onConfirmNumber: () => void;
}

/** Shown under an answer that is probably mistyped. It doesn't block the form. */
export function DoubtNote({ question, doubt, onConfirmNumber }: DoubtNoteProps) {
  const { t } = useLingui();
  return (
    <div role="status">
      {doubt && (
        <div className="flex flex-col items-start">
          <p className="flex gap-1.5 text-sm font-medium text-warning">
            <TriangleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
            <span>
              {doubt.about === 'number' && <Trans>Please check this number.</Trans>} {t(doubt.reason)}
            </span>
          </p>
          <Button
            variant="quiet"
            className="-ml-5 text-sm"
            aria-label={t`It’s correct: ${question}`}
            onPress={onConfirmNumber}
          >
            <Trans>It’s correct</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
