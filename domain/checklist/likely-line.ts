import { searched } from '#domain/text/search.ts';
import { type ItemState, isAnswered } from './state.ts';

/** A line with its title as staff read it. */
interface TitledLine {
  readonly item: string;
  readonly title: string;
  readonly state: ItemState;
}

/** Words of titles that say nothing, in English and Spanish. */
const EMPTY = new Set(
  'and card con copy del document documento for form formas formularios forms from last letter los your year years the una uno'.split(
    ' ',
  ),
);

/** "W-2" and "W2" are one word, and so are "1099-INT" and "1099". */
const wordsOf = (text: string): string[] =>
  searched(text.replace(/\b([a-z])-(\d)/gi, '$1$2').replace(/[^\p{L}\p{N}]+/gu, ' '))
    .split(' ')
    .filter((word) => word.length > 1 && !EMPTY.has(word));

/**
 * The line that a file probably belongs to, by its name: that with the most words in common, and of several, the one with
 * the fewest other words, and then one that is still missing. Null if no word is in common.
 */
export function likelyLine<Line extends TitledLine>(fileName: string, lines: readonly Line[]): Line | null {
  const named = new Set(wordsOf(fileName));
  let best: { line: Line; score: number } | null = null;
  for (const line of lines) {
    const words = wordsOf(line.title);
    const common = words.filter((word) => named.has(word)).length;
    const score = common === 0 ? 0 : common - 0.05 * (words.length - common) + (isAnswered(line) ? 0 : 0.01);
    if (score > (best?.score ?? 0)) best = { line, score };
  }
  return best?.line ?? null;
}
