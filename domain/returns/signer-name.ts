import { folded, normalizeWithin } from '#domain/text/unicode.ts';

export interface PersonName {
  readonly first: string;
  readonly last: string;
}

/** After a name, also as parts of one that was typed with periods. */
const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'junior', 'senior', 'esq']);

/** "María-José O’Neil, Jr." is "maria", "jose", "oneil". */
function wordsOf(name: string): string[] {
  return folded(name)
    .replace(/['’‘ʼ.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !suffixes.has(word));
}

/** Whether some words in a row, written as one, are this name; without them, what is left. */
function without(words: readonly string[], name: readonly string[]): string[] | null {
  const joined = name.join('');
  for (let from = 0; from < words.length; from += 1) {
    let run = '';
    for (let to = from; to < words.length && run.length < joined.length; to += 1) {
      run += words[to];
      if (run === joined) return [...words.slice(0, from), ...words.slice(to + 1)];
    }
  }
  return null;
}

/** Whether the first and last name were typed, in any order. Case, accents, middle names, and suffixes don't matter. */
export function isNameOf(typed: string, { first, last }: PersonName): boolean {
  const lastWords = wordsOf(last);
  const firstWords = wordsOf(first);
  // Someone with one name only.
  if (lastWords.length === 0) return without(wordsOf(typed), firstWords) !== null;
  const rest = without(wordsOf(typed), lastWords);
  if (rest === null) return false;
  // The middle names of our record don't matter either.
  return (
    firstWords.length === 0 ||
    [firstWords, firstWords.slice(0, 1)].some((some) => without(rest, some) !== null)
  );
}

/** The first and the last word of a name that is known as a whole. */
export function nameOfWhole(name: string): PersonName {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => !suffixes.has(folded(word).replaceAll('.', '')));
  return { first: words[0] ?? '', last: words.length > 1 ? (words.at(-1) ?? '') : '' };
}

export const isNamed = ({ first, last }: PersonName): boolean => wordsOf(`${first} ${last}`).length > 0;

/** Whether a typed name is accepted as a signature: at least two letters. */
export function isSignature(typed: string): boolean {
  return typed.trim().length <= 200 && (normalizeWithin(typed, 1000)?.match(/\p{L}/gu)?.length ?? 0) >= 2;
}
