import { expect, test } from 'vitest';
import { wordingProblem } from '#domain/business/wording.ts';
import { lengthOfOwnText, MOST_OWN, ourTexts } from './own-words.ts';
import { plainText, segmentsOf } from './segments.ts';

const [reminder = ''] = ourTexts.map(({ message }) => message.message);
const fill = (words: string) =>
  words
    .replace('{office}', 'x'.repeat(40))
    .replace('{link}', 'https://portal.example/account'.padEnd(40, '/'));

test('the office’s words for a text fit into one segment, with the longest name and the link', () => {
  const wordsOf = (characters: number) => `{office}: ${'y'.repeat(characters)} {link} STOP`;
  const room = MOST_OWN - (lengthOfOwnText(reminder, wordsOf(0)) ?? 0);
  const longest = wordsOf(room);
  expect(lengthOfOwnText(reminder, longest)).toBe(MOST_OWN);
  expect(wordingProblem(reminder, longest)).toBeUndefined();
  expect(segmentsOf(plainText(fill(longest)))).toBe(1);
  expect(wordingProblem(reminder, wordsOf(room + 1))).toBe('must not be longer than 80 characters');
});

test.each([
  ['{office}: tiene algo pendiente en su cuenta. {link} Responda STOP para no recibir más.', undefined],
  ['{office}: something is open. {link}', 'needs STOP'],
  ['{office}: something is open. Reply STOP to end.', 'needs {link}'],
  ['{office}: your refund is {refund}. {link} STOP', 'has {refund}, which our text doesn’t have'],
  ['{office}: 🎉 {link} STOP', 'has 🎉, which a text message can’t have'],
])('“%s”: %s', (own, problem) => {
  expect(wordingProblem(reminder, own)).toBe(problem);
});

test('the words of a mail have no such bound', () => {
  expect(wordingProblem('Hello', 'y'.repeat(500))).toBeUndefined();
  expect(lengthOfOwnText('Hello', 'Hi')).toBeUndefined();
});
