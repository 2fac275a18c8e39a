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

/** Where the longest link of each leads: someone who is a member of several clients gets the client's id, too. */
const LONGEST_PATH = { reminder: '/account', message: `/account/messages?client=${'0'.repeat(36)}` };

/** What is put into a text of this installation. */
interface PutIn {
  /** The office's short name. */
  office: string;
  siteUrl: string;
}

/** For the facts alone: they don't know where the site is. */
const LEAST: PutIn = { office: '', siteUrl: '' };

/**
 * How long the office's own words for a text are, and may be: the rest of the one segment is for what is put in, each
 * time that it is. Undefined for what is no text, or can't be read.
 */
export function roomInText(ours: string, own: string, { office, siteUrl }: PutIn) {
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

/** Why the office's words can't be sent as a text, as in domain/business/wording.ts; undefined if they can. */
export function ownTextProblem(ours: string, own: string, putIn = LEAST): string | undefined {
  const room = roomInText(ours, own, putIn);
  if (room === undefined) return undefined;
  const unknown = [...composed(own)].find((character) => character !== '?' && plainText(character) === '?');
  if (unknown !== undefined) return `has ${unknown}, which can’t be sent in a text message`;
  if (!/\bSTOP\b/.test(own)) return 'needs STOP';
  return room.length > room.most ? `must not be longer than ${room.most} characters` : undefined;
}

interface Facts {
  shortName: string;
  letters?: Partial<Record<Language, Readonly<Record<string, string>> | null | undefined>> | null | undefined;
}

/** The office's texts that take more than one segment at this address, as problems of the facts. */
export function ownTextProblems({ shortName, letters }: Facts, siteUrl: string) {
  return languages.flatMap((language) =>
    Object.entries(letters?.[language] ?? {}).flatMap(([ours, own]) => {
      const message = ownTextProblem(ours, own, { office: shortName, siteUrl });
      return message === undefined ? [] : [{ path: `letters.${language}.${ours}`, message }];
    }),
  );
}
