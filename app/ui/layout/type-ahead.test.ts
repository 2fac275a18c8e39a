import { expect, test } from 'vitest';
import { beginsIn, noWord, type TypedWord, typeLetter, WORD_ENDS_AFTER_MS } from './type-ahead.ts';

const rows = ['2024', 'a.pdf', 'alpha', 'b.pdf', 'Éclair', 'my letter', 'my photo'].map((text) => ({
  key: `key of ${text}`,
  text,
}));
const begins = beginsIn('en');
const keyOf = (text: string | null) => (text === null ? null : `key of ${text}`);

/** Types letters ten milliseconds apart, starting at this row. Returns the resulting row. */
function type(letters: string, from: string | null = null, start: TypedWord = noWord) {
  let [word, at, now] = [start, keyOf(from), 0];
  for (const letter of letters) {
    now += 10;
    const step = typeLetter(letter, now, word, rows, at, begins);
    word = step.word;
    at = (step.key as string | null) ?? at;
  }
  return { at, word };
}

test.each([
  ['a', null, 'a.pdf'],
  ['al', null, 'alpha'],
  ['b', '2024', 'b.pdf'],
  // Wraps around.
  ['2', 'my photo', '2024'],
  // The same letter again: the next match, then back to the first.
  ['aa', null, 'alpha'],
  ['aaa', null, 'a.pdf'],
  // No name continues like this, so a new word starts.
  ['ab', null, 'b.pdf'],
  ['my p', null, 'my photo'],
  ['e', null, 'Éclair'],
  ['MY', null, 'my letter'],
  ['x', 'b.pdf', 'b.pdf'],
  ['xa', null, 'a.pdf'],
])('%s from %s leads to %s', (letters, from, to) => {
  expect(type(letters, from).at).toBe(keyOf(to));
});

test('a letter starts a new word after one second', () => {
  const { word } = type('a');
  expect(typeLetter('l', 10 + WORD_ENDS_AFTER_MS - 1, word, rows, keyOf('a.pdf'), begins).key).toBe(
    keyOf('alpha'),
  );
  expect(typeLetter('l', 10 + WORD_ENDS_AFTER_MS, word, rows, keyOf('a.pdf'), begins).key).toBeNull();
});

test('a space is part of the word only if a name continues with it', () => {
  const afterSpace = (now: number, word: TypedWord) => typeLetter(' ', now, word, rows, null, begins).word;
  expect(afterSpace(30, type('my').word).text).toBe('my ');
  expect(afterSpace(30, type('a').word)).toBe(noWord);
  expect(afterSpace(30, noWord)).toBe(noWord);
  expect(afterSpace(20 + WORD_ENDS_AFTER_MS, type('my').word)).toBe(noWord);
  expect(typeLetter(' ', 30, noWord, [{ key: 'spaced', text: ' first' }], null, begins).key).toBeNull();
});

test('in Spanish, accents don’t count, but ñ is a letter', () => {
  const spanish = beginsIn('es');
  expect(spanish('Álbum', 'al')).toBe(true);
  expect(spanish('año', 'án')).toBe(false);
  expect(spanish('año', 'AÑ')).toBe(true);
});
