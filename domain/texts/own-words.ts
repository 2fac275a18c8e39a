import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type Language, languages, pathInMail } from '#domain/language/language.ts';
import { composed, lengthOf, ONE, plainText } from './segments.ts';
import { textWords } from './wording.ts';

/** The texts that an office can word itself, as it does mails. Those about STOP and HELP are the carriers'. */
const wordedTexts = ['reminder', 'message'] as const;

const named = { office: '', phone: '', link: '' };
export const ourTexts = wordedTexts.map((kind) => ({ kind, message: textWords(kind, named) }));
const kinds = new Map(ourTexts.map(({ kind, message }) => [message.id, kind]));

/** The longest path of each link: for someone who is a member of several clients, it has the client's id. */
const LONGEST_PATH = { reminder: '/account', message: `/account/messages?client=${'0'.repeat(36)}` };

/** The values that every text of this installation gets. */
interface PutIn {
  /** The office's short name. */
  office: string;
  siteUrl: string;
}

interface Room {
  length: number;
  most: number;
}

/**
 * The length of the office's own words in 7-bit characters, and the most that fits into one segment together with the
 * office's name and the link. Undefined if `ours` is not a text message, or `own` can't be parsed.
 */
export function roomInText(ours: string, own: string, { office, siteUrl }: PutIn): Room | undefined {
  const kind = kinds.get(generateMessageId(ours));
  if (kind === undefined) return undefined;
  const paths = languages.map((language) => pathInMail(LONGEST_PATH[kind], language).length);
  const taken: Record<string, number> = {
    office: sizeOf(office),
    link: sizeOf(siteUrl) + Math.max(...paths),
  };
  let [length, most] = [0, ONE];
  try {
    for (const part of compileMessageOrThrow(own)) {
      if (typeof part === 'string') length += sizeOf(part);
      else most -= taken[part[0]] ?? 0;
    }
  } catch {
    return undefined;
  }
  return { length, most: Math.max(0, most) };
}

const sizeOf = (text: string) => lengthOf(plainText(text));

export const lengthProblem = ({ length, most }: Room): string | undefined =>
  length > most ? `must not be longer than ${most} characters` : undefined;

/**
 * Why the office's words can't be sent as a text, as in domain/business/wording.ts; undefined if they can. Their length
 * depends on the site's address too: `ownTextProblems` checks it.
 */
export function ownTextProblem(ours: string, own: string): string | undefined {
  if (!kinds.has(generateMessageId(ours))) return undefined;
  const unknown = [...composed(own)].find((character) => character !== '?' && plainText(character) === '?');
  if (unknown !== undefined) return `has ${unknown}, which can’t be sent in a text message`;
  return /\bSTOP\b/.test(own) ? undefined : 'needs STOP';
}

interface Facts {
  shortName: string;
  letters?: Partial<Record<Language, Readonly<Record<string, string>> | null | undefined>> | null | undefined;
}

/** A problem for each of the office's own texts that takes more than one segment with this address. */
export function ownTextProblems({ shortName, letters }: Facts, siteUrl: string) {
  return languages.flatMap((language) =>
    Object.entries(letters?.[language] ?? {}).flatMap(([ours, own]) => {
      const room = roomInText(ours, own, { office: shortName, siteUrl });
      const message = room && lengthProblem(room);
      return message === undefined ? [] : [{ path: `letters.${language}.${ours}`, message }];
    }),
  );
}
