/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { i18nOf } from '#app/language/words.ts';
import { english } from '#domain/language/english.ts';
import { formatsIn } from '#domain/language/formats.ts';
import { demoOffice } from '#tests/support/office.ts';
import { messages } from '../../../locales/es/site/faq.po';
import { categories } from './content.ts';
import { editDistance, searchQuestions } from './search.ts';

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

test('an empty search shows all questions', () => {
  expect(searchQuestions(made, '  ')).toBe(made);
});

test.each([
  ['PHONE', ['a', 'c']],
  ['phone file', ['a']],
  ['irs refund', ['b']],
  ["can't anasco", ['a']],
  ['nothing like it', []],
  // Typos: swapped, missing, doubled, and wrong letters.
  ['refudn', ['b']],
  ['refnd', ['b']],
  ['phonne', ['a', 'c']],
  ['anasko', ['a']],
  ['decydes irs', ['b']],
  // Exact matches exclude fuzzy ones.
  ['soon', ['b']],
  // Short words must match exactly.
  ['ibs', []],
  ['refuses', []],
])('%j finds %j', (query, ids) => {
  expect(found(query)).toEqual(ids);
});

test.each(['declaracion electronica', 'DECLARACIÓN ELECTRÓNICA', 'declaracoin'])(
  'a question in Spanish is found by %j',
  (query) => {
    const i18n = i18nOf('es', messages);
    const asked = categories(demoOffice, formatsIn('es'), (message) => i18n._(message));
    const ids = searchQuestions(asked, query).flatMap(({ questions }) => questions.map(({ id }) => id));
    expect(ids).toContain('authorized');
  },
);

test('a category without a match is left out', () => {
  expect(searchQuestions(made, 'refund').map((category) => category.id)).toEqual(['one']);
});

test('there are six categories with unique anchors', () => {
  const asked = categories(demoOffice, formatsIn('en'), english);
  const ids = asked.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)]);
  expect(asked).toHaveLength(6);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ['', '', 0],
  ['refund', 'refund', 0],
  ['refund', 'refudn', 1],
  ['refund', 'refunds', 1],
  ['refund', 'fund', 2],
  ['state', 'dates', 3],
  ['', 'abc', 3],
])('the distance from %j to %j is %i', (a, b, steps) => {
  expect(editDistance(a, b)).toBe(steps);
  expect(editDistance(b, a)).toBe(steps);
});

test('the distance is zero only for equal words, and at most the longer length', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const steps = editDistance(a, b);
      expect(steps === 0).toBe(a === b);
      expect(steps).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(steps).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      expect(editDistance(b, a)).toBe(steps);
    }),
  );
});
