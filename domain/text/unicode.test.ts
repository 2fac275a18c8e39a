import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeCut, normalizeWithin } from './unicode.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
/** Marks of two classes, in the slowest order: each one of the second has to move past all of the first. */
const marks = (count: number) => `a${'\u0301'.repeat(count)}${'\u0316'.repeat(count)}`;

describe('normalizeWithin', () => {
  it('is String.normalize for everything that people write', () => {
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

  it('refuses what is too long or has more marks in a row than any language', () => {
    expect(normalizeWithin('abc', 2)).toBeUndefined();
    expect(normalizeWithin(marks(15), 1000)).toBe(marks(15).normalize());
    expect(normalizeWithin(marks(16), 1000)).toBeUndefined();
    // It would take minutes to put them in order.
    expect(normalizeWithin(marks(400_000), Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  it('agrees with String.normalize on whatever it takes', () => {
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
  it('cuts what is too long, never through a character', () => {
    expect(normalizeCut('abc', 2)).toBe('ab');
    expect(normalizeCut('a😀', 2)).toBe('a');
    expect(normalizeCut('e\u0301', 10)).toBe('é');
  });

  it('leaves thirty marks in a row', () => {
    expect(normalizeCut(marks(400_000), 1_000_000, 'NFD')).toHaveLength(31);
    expect(normalizeCut(`${marks(20)}b${marks(20)}`, 1000, 'NFD')).toHaveLength(63);
  });
});
