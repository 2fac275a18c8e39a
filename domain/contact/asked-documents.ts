import type { ListedItem } from '#domain/checklist/state.ts';
import { english } from '#domain/language/english.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { letterTitle } from './client-letters.ts';

/** A line of the client's checklist that a letter can name. */
export type LetterLine = Pick<ListedItem, 'item' | 'title'>;

export interface AskedDocuments {
  /** By name: first the lines of the list, then those that are on no list. The database makes these lines too. */
  readonly items: string[];
  /** The ids of the lines. */
  readonly lines: string[];
}

/** The documents of a letter. Who types the title of a line, in English or as they read it, names the line. */
export function askedDocuments(
  list: readonly LetterLine[],
  typed: readonly string[],
  { chosen = [], t = english }: { chosen?: readonly string[]; t?: Translate } = {},
): AskedDocuments {
  const titlesOf = ({ title }: LetterLine) =>
    [letterTitle(title), inWords(title, t)].map((one) => one.toLowerCase());
  const isTyped = (line: LetterLine) =>
    typed.some((one) => titlesOf(line).includes(one.trim().toLowerCase()));
  const named = list.filter((line) => chosen.includes(line.item) || isTyped(line));
  const titles = named.flatMap(titlesOf);
  return {
    items: [
      ...named.map(({ title }) => letterTitle(title)),
      ...typed.filter((one) => !titles.includes(one.trim().toLowerCase())),
    ],
    lines: named.map(({ item }) => item),
  };
}
