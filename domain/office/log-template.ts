import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** The sentence for the facts of an entry. The words of facts are translated with `t`. */
export type Template = (facts: Facts, t: Translate) => MessageDescriptor;

/** Where the people are in a sentence while it is translated. Control characters are in no fact. */
export const actor = '\u0001';
export const subject = '\u0002';

export const something = msg`something`;

/** A fact in a sentence. */
export const text = (fact: unknown, t: Translate): string =>
  typeof fact === 'string' || typeof fact === 'number' ? String(fact) : t(something);

/** A fact in our words, if the table has them. */
export const wordFor = (
  words: Readonly<Record<string, MessageDescriptor>>,
  fact: unknown,
  t: Translate,
): string => {
  const known = typeof fact === 'string' && Object.hasOwn(words, fact) ? words[fact] : undefined;
  return known ? t(known) : text(fact, t);
};
