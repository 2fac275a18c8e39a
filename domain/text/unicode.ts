/**
 * Unicode's normal forms, with a bound. Sorting the marks on one letter takes quadratic time: 240 KB of accents
 * keep a process busy for 15 seconds. `String.normalize` is called only here (`npm run check` enforces it).
 */

/** The limit of Unicode's Stream-Safe Text Format (UAX #15), far above any language. */
const MARKS_ON_A_LETTER = 30;
const tooManyMarks = new RegExp(`\\p{M}{${MARKS_ON_A_LETTER + 1}}`, 'u');
const surplusMarks = new RegExp(`(?<=\\p{M}{${MARKS_ON_A_LETTER}})\\p{M}+`, 'gu');

export type NormalForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * The text in its normal form; undefined if it is longer than `max` UTF-16 code units, or has more than thirty
 * marks in a row. Takes time in proportion to the smaller of `max` and the text's length.
 */
export function normalizeWithin(text: string, max: number, form: NormalForm = 'NFC'): string | undefined {
  if (text.length > max || tooManyMarks.test(text)) return undefined;
  return text.normalize(form);
}

/** The same for display text: truncates the excess. */
export function normalizeCut(text: string, max: number, form: NormalForm = 'NFC'): string {
  return text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(surplusMarks, '')
    .normalize(form);
}

/** Text to search in, and to search for: case and accents don't count, so that "nunez" finds Núñez. */
export function folded(text: string): string {
  return normalizeCut(text, text.length, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
}
