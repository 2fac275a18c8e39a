import { answerAt, isObject, readAnswers } from './answers.ts';
import { dependentFieldOf, dependentKeys, fieldAt, fieldKeys, fieldOf } from './fields.ts';

const SENSITIVE = fieldKeys.filter((key) => fieldOf(key).sensitive);
const OF_DEPENDENTS = dependentKeys.filter((key) => dependentFieldOf(key).sensitive);
const STARS: Partial<Record<string, string>> = { ssn: '***-**-', ein: '**-***' };

/** A number with only its last digits, at most four: "***-**-1234". */
export function maskedAnswer(kind: string, value: string): string {
  // Already masked by the server.
  if (value.includes('*')) return value;
  const digits = value.replace(/[^0-9]/g, '');
  // Never more than half of a short account number.
  const shown = Math.min(4, Math.floor(digits.length / 2));
  return `${STARS[kind] ?? '****'}${shown === 0 ? '' : digits.slice(-shown)}`;
}

/** A copy of a saved form with all sensitive answers masked. */
export const maskedForm = <Form extends object>(form: Form): Form => withSensitive(form, maskedAnswer);

/** A copy without the answers that the server has masked: stars must not be sent back as an answer. */
export const withoutMasked = <Form extends object>(form: Form): Form =>
  withSensitive(form, (_kind, value) => (value.includes('*') ? '' : value));

function withSensitive<Form extends object>(
  form: Form,
  change: (kind: string, value: string) => string,
): Form {
  const copy: Record<string, unknown> = { ...(form as Record<string, unknown>) };
  for (const key of SENSITIVE) {
    if (key in copy) copy[key] = change(fieldOf(key).kind, String(copy[key]));
  }
  if (Array.isArray(copy.dependents)) {
    copy.dependents = copy.dependents.map((dependent: unknown) => {
      if (!isObject(dependent)) return {};
      const changed = { ...dependent };
      for (const key of OF_DEPENDENTS) {
        if (key in changed) changed[key] = change(dependentFieldOf(key).kind, String(changed[key]));
      }
      return changed;
    });
  }
  return copy as Form;
}

/** The sensitive answers of a form by path, masked or not, without those that are not answered. */
export function sensitiveAnswers(form: unknown): Record<string, string> {
  const answers = readAnswers(form);
  const paths = [
    ...SENSITIVE,
    ...answers.dependents.flatMap((_, at) => OF_DEPENDENTS.map((key) => `dependents.${at}.${key}`)),
  ];
  const all = paths.map((path): [string, string] => [path, String(answerAt(answers, path))]);
  return Object.fromEntries(all.filter(([, answer]) => answer !== ''));
}

/** Whether an answer is the one behind this mask, as far as the mask shows it. */
export const fitsMask = (path: string, answer: string, mask: string | undefined): boolean =>
  maskedAnswer(fieldAt(path).kind, answer) === mask;
