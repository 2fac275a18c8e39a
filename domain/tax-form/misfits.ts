import type { MessageDescriptor } from '@lingui/core';
import { usNumbersOnly } from '#domain/contact/phone.ts';
import { type DependentKey, type FieldKey, fieldAt } from './fields.ts';
import { doesNotFit, maskOf } from './masks.ts';
import { problemWords } from './problem-words.ts';

/** What to say at once about a number that typing more can't complete, such as ten digits in an SSN. */
export function misfitOf(path: string, text: string): MessageDescriptor | undefined {
  const mask = maskOf(fieldAt(path).kind);
  if (mask === undefined || !doesNotFit(mask, text)) return undefined;
  if (mask === 'phone') return usNumbersOnly;
  const { wrong } = problemWords[path.replace(/^.*\./, '') as FieldKey | DependentKey];
  return typeof wrong === 'function' ? undefined : wrong;
}
