import { expect, test } from 'vitest';
import { continuesWithSpace, noWord, type TypedWord, typeLetter, WORD_ENDS_AFTER_MS } from './type-ahead.ts';

const rows = ['2024', 'a.pdf', 'alpha', 'b.pdf', 'Éclair', 'my letter', 'my photo'].map((text) => ({
  key: `key of ${text}`,
  text,
}));
const keyOf = (text: string | null) => (text === null ? null : `key of ${text}`);

/** Types letters, ten milliseconds apart, from this row; where it leads. */
function type(letters: string, from: string | null = null, start: TypedWord = noWord) {
  let [word, at, now] = [start, keyOf(from), 0];
  for (const letter of letters) {
    now += 10;
    const step = typeLetter(letter, now, word, rows, at);
    word = step.word;
    at = (step.key as string | null) ?? at;
  }
  return { at, word };
}

test.each([
  ['a', null, 'a.pdf'],
  ['al', null, 'alpha'],
  ['b', '2024', 'b.pdf'],
  // Round the end.
  ['2', 'my photo', '2024'],
  // Again the same letter: the next one, and back.
  ['aa', null, 'alpha'],
  ['aaa', null, 'a.pdf'],
  // No name goes on like this: a new word.
  ['ab', null, 'b.pdf'],
  ['my p', null, 'my photo'],
  ['e', null, 'Éclair'],
  ['MY', null, 'my letter'],
  ['x', 'b.pdf', 'b.pdf'],
  ['xa', null, 'a.pdf'],
])('%s from %s leads to %s', (letters, from, to) => {
  expect(type(letters, from).at).toBe(keyOf(to));
});

test('after a second a letter begins a new word', () => {
  const { word } = type('a');
  expect(typeLetter('l', 10 + WORD_ENDS_AFTER_MS - 1, word, rows, keyOf('a.pdf')).key).toBe(keyOf('alpha'));
  expect(typeLetter('l', 10 + WORD_ENDS_AFTER_MS, word, rows, keyOf('a.pdf')).key).toBeNull();
});

test('a space belongs to a name only where one goes on with it', () => {
  expect(continuesWithSpace(30, type('my').word, rows)).toBe(true);
  expect(continuesWithSpace(30, type('a').word, rows)).toBe(false);
  expect(continuesWithSpace(30, noWord, rows)).toBe(false);
  expect(continuesWithSpace(20 + WORD_ENDS_AFTER_MS, type('my').word, rows)).toBe(false);
});
