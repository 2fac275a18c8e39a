import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { lengthOf, ONE, plainText } from './segments.ts';
import { textWords } from './wording.ts';

/** The texts that an office can word itself, as it does mails. Those about STOP and HELP are the carriers'. */
export const wordedTexts = ['reminder', 'message'] as const;

const named = { office: '', phone: '', link: '' };
export const ourTexts = wordedTexts.map((kind) => ({ kind, message: textWords(kind, named) }));
const ids: ReadonlySet<string> = new Set(ourTexts.map(({ message }) => message.id));

/** Kept free in the one segment for the office's short name (domain/business) and for the link. */
const OF_VALUES = 40 + 40;
export const MOST_OWN = ONE - OF_VALUES;

/** How much of a segment the office's words take, without the values; undefined for what is no text. */
export function lengthOfOwnText(ours: string, own: string): number | undefined {
  return ids.has(generateMessageId(ours)) ? lengthOf(plainText(withoutValues(own))) : undefined;
}

/** Why the office's words can't be sent as a text, as in domain/business/wording.ts; undefined if they can. */
export function ownTextProblem(ours: string, own: string): string | undefined {
  const length = lengthOfOwnText(ours, own);
  if (length === undefined) return undefined;
  const unknown = [...own].find((character) => character !== '?' && plainText(character) === '?');
  if (unknown !== undefined) return `has ${unknown}, which a text message can’t have`;
  if (!/\bSTOP\b/.test(own)) return 'needs STOP';
  return length > MOST_OWN ? `must not be longer than ${MOST_OWN} characters` : undefined;
}

const withoutValues = (text: string) => text.replace(/\{\w+\}/g, '');
