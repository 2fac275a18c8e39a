import type { QuestionCategory } from './content.ts';

/** Upper and lower case, accents and typographic apostrophes make no difference. */
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
  return categories
    .map((category) => ({
      ...category,
      questions: category.questions.filter(({ question, answer }) => {
        const text = plain([question, ...answer].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((category) => category.questions.length > 0);
}
