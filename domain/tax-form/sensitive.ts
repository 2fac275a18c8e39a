import { isObject } from './answers.ts';
import { dependentFieldOf, dependentKeys, fieldKeys, fieldOf } from './fields.ts';

const SENSITIVE = fieldKeys.filter((key) => fieldOf(key).sensitive);
const OF_DEPENDENTS = dependentKeys.filter((key) => dependentFieldOf(key).sensitive);
const STARS: Partial<Record<string, string>> = { ssn: '***-**-', ein: '**-***' };

/** Whether a path names an answer that is kept sealed. */
export function isSensitivePath(path: string): boolean {
  const [first, position, key, ...more] = path.split('.');
  if (first !== 'dependents') return position === undefined && SENSITIVE.some((one) => one === first);
  const isPosition = /^(0|[1-9]\d?)$/.test(position ?? '');
  return isPosition && more.length === 0 && OF_DEPENDENTS.some((one) => one === key);
}

/** The end of a number, as much as tells its owner which one it is: "***-**-1234". */
export function maskedAnswer(kind: string, value: string): string {
  // The server has masked it already.
  if (value.includes('*')) return value;
  const digits = value.replace(/[^0-9]/g, '');
  // Of a short account number the last four would be too much.
  const shown = Math.min(4, Math.floor(digits.length / 2));
  return `${STARS[kind] ?? '****'}${shown === 0 ? '' : digits.slice(-shown)}`;
}

/** A copy of a saved form in which no sensitive answer stands. */
export function maskedForm<Form extends object>(form: Form): Form {
  const copy: Record<string, unknown> = { ...(form as Record<string, unknown>) };
  for (const key of SENSITIVE) {
    if (key in copy) copy[key] = maskedAnswer(fieldOf(key).kind, String(copy[key]));
  }
  if (Array.isArray(copy.dependents)) {
    copy.dependents = copy.dependents.map((dependent: unknown) => {
      if (!isObject(dependent)) return {};
      const masked = { ...dependent };
      for (const key of OF_DEPENDENTS) {
        if (key in masked) masked[key] = maskedAnswer(dependentFieldOf(key).kind, String(masked[key]));
      }
      return masked;
    });
  }
  return copy as Form;
}
