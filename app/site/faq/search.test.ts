import { expect, test } from 'vitest';
import { categories } from './content.ts';
import { searchQuestions } from './search.ts';

const made = [
  {
    id: 'one',
    title: 'One',
    questions: [
      { id: 'a', question: 'Can’t I file in Añasco?', answer: ['Yes, by phone.'] },
      { id: 'b', question: 'When is the refund here?', answer: ['Soon.', 'The IRS decides.'] },
    ],
  },
  { id: 'two', title: 'Two', questions: [{ id: 'c', question: 'By phone?', answer: ['No.'] }] },
];
const found = (query: string) =>
  searchQuestions(made, query).flatMap((category) => category.questions.map((question) => question.id));

test('an empty search shows everything', () => {
  expect(searchQuestions(made, '  ')).toBe(made);
});

test.each([
  ['PHONE', ['a', 'c']],
  ['phone file', ['a']],
  ['irs refund', ['b']],
  ["can't anasco", ['a']],
  ['nothing like it', []],
])('%j finds %j', (query, ids) => {
  expect(found(query)).toEqual(ids);
});

test('a category without a match is left out', () => {
  expect(searchQuestions(made, 'refund').map((category) => category.id)).toEqual(['one']);
});

test('there are six categories, and no anchor is used twice', () => {
  const ids = categories.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
  expect(categories).toHaveLength(6);
  expect(new Set(ids).size).toBe(ids.length);
});
