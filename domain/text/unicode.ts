/**
 * Unicode's normal forms, with a bound. Ordering the marks on one letter takes time proportional to the square of their
 * number: 240 KB of accents keep a process busy for 15 seconds. `String.normalize` is called only here (`npm run check`
 * enforces it).
 */

/** As in Unicode's Stream-Safe Text Format (UAX #15): no language comes near this. */
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

/** The same for text that is only shown: the excess is cut off. */
export function normalizeCut(text: string, max: number, form: NormalForm = 'NFC'): string {
  return text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(surplusMarks, '')
    .normalize(form);
}
