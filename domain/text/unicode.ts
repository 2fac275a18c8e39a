/**
 * Unicode's normal forms, with a bound. Sorting the marks on one letter takes quadratic time: 240 KB of accents
 * keep a process busy for 15 seconds. `String.normalize` is called only here (`npm run check` enforces it).
 */

/** The limit of Unicode's Stream-Safe Text Format (UAX #15), far above any language. */
const MARKS_ON_A_LETTER = 30;
const MARK = /\p{M}/u;
/** All marks come after Latin-1. */
const FIRST_MARK = 0x300;
const surplusMarks = new RegExp(`(\\p{M}{${MARKS_ON_A_LETTER}})\\p{M}+`, 'gu');

export type NormalForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * The text in its normal form; undefined if it is longer than `max` UTF-16 code units, or has more than thirty
 * marks in a row. Takes time in proportion to the smaller of `max` and the text's length.
 */
export function normalizeWithin(text: string, max: number, form: NormalForm = 'NFC'): string | undefined {
  if (text.length > max || hasTooManyMarks(text)) return undefined;
  return text.normalize(form);
}

/** The same for display text: truncates the excess. */
export function normalizeCut(text: string, max: number, form: NormalForm = 'NFC'): string {
  return text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(surplusMarks, '$1')
    .normalize(form);
}

/** The text with a replacement character for each half of a surrogate pair. Safari has toWellFormed only since 16.4. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Text to search in, and to search for: case and accents don't count, so that "nunez" finds Núñez. */
export function folded(text: string): string {
  return normalizeCut(text, text.length, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether the text has more than thirty marks in a row. */
export function hasTooManyMarks(text: string): boolean {
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    let character = text.charCodeAt(at);
    if (character >= FIRST_SURROGATE && character <= LAST_SURROGATE) {
      character = text.codePointAt(at) ?? 0;
      if (character > 0xffff) at += 1;
    }
    if (character < FIRST_MARK || !isMark(character)) run = 0;
    else if (++run > MARKS_ON_A_LETTER) return true;
  }
  return false;
}

const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];
/** Of each character that was seen: asking a regular expression again takes fifty times as long. */
const kinds = new Uint8Array(0x110000);
const OTHER = 1;
const A_MARK = 2;

function isMark(character: number): boolean {
  return (kinds[character] || kindOf(character)) === A_MARK;
}

function kindOf(character: number): number {
  const kind = MARK.test(String.fromCodePoint(character)) ? A_MARK : OTHER;
  kinds[character] = kind;
  return kind;
}
