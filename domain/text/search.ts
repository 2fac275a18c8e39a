import { folded } from './unicode.ts';

const APOSTROPHES = /['`\u2018\u2019\u201a\u201b\u2032\u00b4\u02b9\u02bb\u02bc\uff07]/g;
const GAPS = /[\s,\uff0c\p{Pd}\u2212]+/gu;

/** A text as a search compares it. The database has the same rule: `nutmeg.searched`. */
export function searched(text: string): string {
  return folded(text.replace(APOSTROPHES, '').replace(GAPS, ' ')).trim();
}

/** Whether the text has all words of the search, in any order. */
export function isFound(text: string, term: string): boolean {
  const inText = searched(text);
  return searched(term)
    .split(' ')
    .every((word) => inText.includes(word));
}
