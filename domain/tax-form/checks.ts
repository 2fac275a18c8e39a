import { isEmail } from '#domain/contact/email.ts';
import { digitsOf } from '#domain/text/digit-groups.ts';
import { firstBirthYear } from './choices.ts';
import type { Field } from './fields.ts';

/** What is wrong with an answer, as a sentence; undefined if it is valid. `text` must be normalized. */
export function faultOf(field: Field, text: string, year: number): string | undefined {
  const { kind, name, max, options } = field;
  if (max !== undefined && [...text].length > max) return `${name} must be at most ${max} characters`;
  if (options && !options.some(({ value }) => value === text)) return oneOf(field);
  switch (kind) {
    case 'email':
      return isEmail(text) ? undefined : `${name} must look like name@example.com`;
    case 'phone':
      return hasDigits(text, 10, 10) ? undefined : `${name} must have 10 digits`;
    case 'ssn':
    case 'ein':
    case 'routing':
      return hasDigits(text, 9, 9) ? undefined : `${name} must have 9 digits`;
    case 'account':
      return hasDigits(text, 4, 17) ? undefined : `${name} must have 4 to 17 digits`;
    case 'zip':
      return /^\d{5}(-\d{4})?$/.test(text) ? undefined : `${name} must have 5 or 9 digits`;
    case 'year':
      return /^\d{4}$/.test(text) && Number(text) >= firstBirthYear && Number(text) <= year
        ? undefined
        : `${name} must be from ${firstBirthYear} to ${year}`;
    default:
      return undefined;
  }
}

function oneOf({ kind, name }: Field): string {
  if (kind === 'monthsLived') return `${name} must be a number from 0 to 12`;
  return `${name} must be one of the choices`;
}

function hasDigits(text: string, least: number, most: number): boolean {
  const count = digitsOf(text).length;
  return count >= least && count <= most && /^[-0-9]*$/.test(text);
}
