import { isObject } from './answers.ts';
import { dependentFieldOf, dependentKeys, fieldKeys, fieldOf } from './fields.ts';

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
