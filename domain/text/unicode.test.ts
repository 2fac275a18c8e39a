/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded, hasTooManyMarks, normalizeCut, normalizeWithin } from './unicode.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
/** Combining marks of two classes in the slowest order: each one of the second has to move past all of the first. */
const marks = (count: number) => `a${'\u0301'.repeat(count)}${'\u0316'.repeat(count)}`;

describe('normalizeWithin', () => {
  it('matches String.normalize for realistic text', () => {
    for (const text of [
      '',
      'José Ñandú',
      'Zoe\u0308',
      '한글',
      'Việt Nam',
      '👩‍👩‍👧',
      'שָׁלוֹם',
      'हिन्दी',
      '\ud800',
    ]) {
      for (const form of forms) expect(normalizeWithin(text, 100, form)).toBe(text.normalize(form));
    }
  });

  it('rejects text that is too long or has too many marks in a row', () => {
    expect(normalizeWithin('abc', 2)).toBeUndefined();
    expect(normalizeWithin(marks(15), 1000)).toBe(marks(15).normalize());
    expect(normalizeWithin(marks(16), 1000)).toBeUndefined();
    // Sorting them would take minutes.
    expect(normalizeWithin(marks(400_000), Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  it('matches String.normalize on accepted text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, fc.constantFrom(...forms), (given, form) => {
        const got = normalizeWithin(given, 1000, form);
        expect(got === undefined || got === given.normalize(form)).toBe(true);
      }),
    );
  });
});

describe('normalizeCut', () => {
  it('truncates long text, never inside a character', () => {
    expect(normalizeCut('abc', 2)).toBe('ab');
    expect(normalizeCut('a😀', 2)).toBe('a');
    expect(normalizeCut('e\u0301', 10)).toBe('é');
  });

  it('keeps at most thirty marks in a row', () => {
    expect(normalizeCut(marks(400_000), 1_000_000, 'NFD')).toHaveLength(31);
    expect(normalizeCut(`${marks(20)}b${marks(20)}`, 1000, 'NFD')).toHaveLength(63);
  });
});

it('folds case and accents, composed or not', () => {
  expect(folded('NÚÑEZ, José')).toBe('nunez, jose');
  expect(folded('Zoe\u0308')).toBe(folded('ZOË'));
});

it('counts the marks in a row as a regular expression does', () => {
  const pieces = [
    'a',
    '\u0301',
    '\u0316'.repeat(10),
    '\u{1d165}'.repeat(8),
    '\u{e0100}',
    '\ud800',
    '\udc00',
    '😀',
    '한',
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((some) => some.join(''));
  fc.assert(
    fc.property(text, (given) => {
      expect(hasTooManyMarks(given)).toBe(/\p{M}{31}/u.test(given));
    }),
  );
});
