import type { MessageDescriptor } from '@lingui/core';
import { isEmail } from '#domain/contact/email.ts';
import { usNumbersOnly } from '#domain/contact/hints.ts';
import { msg } from '#domain/language/message.ts';
import { digitsOf } from '#domain/text/digit-groups.ts';
import { firstBirthYear } from './choices.ts';
import { type DependentKey, type Field, type FieldKey, fieldAt, type Kind } from './fields.ts';
import { doesNotFit, maskOf } from './masks.ts';
import { type ProblemWords, problemWords } from './problem-words.ts';

/** What is wrong with an answer, as a sentence; undefined if it is valid. `text` must be normalized. */
export function faultOf(
  { kind, max, options }: Field,
  { wrong }: ProblemWords,
  text: string,
  year: number,
): MessageDescriptor | undefined {
  if (max !== undefined && [...text].length > max) return msg`Please use at most ${{ max }} characters`;
  const isChosen = options === undefined || options.some(({ value }) => value === text);
  if (isChosen && isWellFormed(kind, text, year)) return undefined;
  return (typeof wrong === 'function' ? wrong(year) : wrong) ?? msg`Please choose one of the answers`;
}

function isWellFormed(kind: Kind, text: string, year: number): boolean {
  switch (kind) {
    case 'email':
      return isEmail(text);
    case 'phone':
      return hasDigits(text, 10, 10);
    case 'ssn':
    case 'ein':
    case 'routing':
      return hasDigits(text, 9, 9);
    case 'account':
      return hasDigits(text, 4, 17);
    case 'zip':
      return /^\d{5}(-\d{4})?$/.test(text);
    case 'year':
      return /^\d{4}$/.test(text) && Number(text) >= firstBirthYear && Number(text) <= year;
    default:
      return true;
  }
}

function hasDigits(text: string, least: number, most: number): boolean {
  const count = digitsOf(text).length;
  return count >= least && count <= most && /^[-0-9]*$/.test(text);
}

/** What to say at once about a number that typing more can't complete, such as ten digits in an SSN. */
export function misfitOf(path: string, text: string): MessageDescriptor | undefined {
  const mask = maskOf(fieldAt(path).kind);
  if (mask === undefined || !doesNotFit(mask, text)) return undefined;
  if (mask === 'phone') return usNumbersOnly;
  const { wrong } = problemWords[path.replace(/^.*\./, '') as FieldKey | DependentKey];
  return typeof wrong === 'function' ? undefined : wrong;
}
