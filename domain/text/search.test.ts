import { expect, test } from 'vitest';
import { isFound } from './search.ts';

test.each([
  ["O'Neil", 'o\u2019neil'],
  ['O\u2019Neil', "O'NEIL"],
  ['O\u2019Neil', 'oneil'],
  ['Garc\u00eda\u2011L\u00f3pez, Ana', 'ana garcia-lopez'],
  ['Garc\u00eda\u2011L\u00f3pez, Ana', 'Lopez,   Ana'],
  ['Ana  Lopez', 'lopez ana'],
  ['W\u20132 2025.pdf', 'W-2'],
  ['Ana', ''],
])('%j is found by %j', (text, term) => expect(isFound(text, term)).toBe(true));

test('all words must be there', () => {
  expect(isFound('Ana Lopez', 'ana garcia')).toBe(false);
});
