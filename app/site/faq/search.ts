import type { QuestionCategory } from './content.ts';

/** Ignores case, accents, and typographic apostrophes. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase();
}

/** The questions that contain every word, in question or answer. Without words: all of them. */
export function searchQuestions(
  categories: readonly QuestionCategory[],
  query: string,
): readonly QuestionCategory[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return categories;
  const exact = matching(categories, words, (text, word) => text.includes(word));
  // Typos are tolerated only if nothing matches exactly. Otherwise "late" would find "rate".
  return exact.length > 0 ? exact : matching(categories, words, containsNearly);
}

function matching(
  categories: readonly QuestionCategory[],
  words: readonly string[],
  contains: (text: string, word: string) => boolean,
): readonly QuestionCategory[] {
  return categories
    .map((category) => ({
      ...category,
      questions: category.questions.filter(({ question, answer }) => {
        const text = plain([question, ...answer].join(' '));
        return words.every((word) => contains(text, word));
      }),
    }))
    .filter((category) => category.questions.length > 0);
}

/** Whether the text has the word or one with a typo (two typos in long words). */
function containsNearly(text: string, word: string): boolean {
  if (text.includes(word)) return true;
  const slips = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  return (
    slips > 0 && (text.match(/[\p{L}\p{N}']+/gu) ?? []).some((other) => editDistance(word, other) <= slips)
  );
}

/** The number of letters to add, remove, replace, or swap with their neighbor. */
export function editDistance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let [beforeLast, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
