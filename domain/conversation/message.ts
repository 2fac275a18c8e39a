import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';

/** The database's limits. */
const MESSAGE_LIMIT = 5000;
export const MAX_ATTACHMENTS = 20;

const tooLong = (excess: number) =>
  msg`Please shorten the message by ${plural({ excess }, { one: '# character', other: '# characters' })}`;

/** Why a message can't be sent; null if it can. */
export function messageProblem(text: string, attachments: number): MessageDescriptor | null {
  const trimmed = text.trim();
  if (trimmed === '' && attachments === 0) return msg`Write something first`;
  if (attachments > MAX_ATTACHMENTS) return msg`Please attach 20 files at most`;
  // Characters, as the database counts. No more of them than UTF-16 units.
  const excess = trimmed.length > MESSAGE_LIMIT ? [...trimmed].length - MESSAGE_LIMIT : 0;
  return excess > 0 ? tooLong(excess) : null;
}

/** A Social Security number as people write it. Nine digits in a row may be many things. */
const SSN = /(?:^|[^\d-])\d{3}([ -])\d{2}\1\d{4}(?![\d-])/;

/** Whether a number in the text belongs into the tax form, where it is encrypted. */
export const hasSsn = (text: string): boolean => SSN.test(text);
