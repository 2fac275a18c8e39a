import { firstBirthYear } from './choices.ts';
import type { Field } from './fields.ts';
import { digitsOf } from './masks.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** What is wrong with an answer that was given, in a sentence; undefined if nothing is. `text` is normalised. */
export function faultOf(field: Field, text: string, year: number): string | undefined {
  const { kind, name, max, options } = field;
  if (max !== undefined && [...text].length > max) return `${name} must be at most ${max} characters`;
  if (options && !options.some(({ value }) => value === text)) return oneOf(field);
  const digits = digitsOf(text);
  switch (kind) {
    case 'email':
      return EMAIL.test(text) ? undefined : `${name} must look like name@example.com`;
    case 'phone':
      return hasDigits(text, 10, 10) ? undefined : `${name} must have 10 digits`;
    case 'ssn':
    case 'ein':
      return hasDigits(text, 9, 9) ? undefined : `${name} must have 9 digits`;
    case 'routing':
      if (!hasDigits(text, 9, 9)) return `${name} must have 9 digits`;
      // One wrong or two swapped digits would send a refund to a stranger.
      return isRoutingNumber(digits)
        ? undefined
        : `${name} has a wrong digit: please compare it with a check or your bank's app`;
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

/** The bank association's checksum: weights 3, 7, 1. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum % 10 === 0;
}
