/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { MAX_KEY_BYTES, objectKey } from './object-keys.ts';

describe('objectKey', () => {
  it.each([
    'a/b/c.pdf',
    'W2 Maria López.pdf',
    ' leading and trailing ',
    '.hidden',
    '...',
    '..a/b..',
    "Kids' “papers” (1) #2 50%?.jpg",
    '%2F',
    'a\\b',
    'family 👨‍👩‍👧.jpg',
    'Screenshot 2026-01-01 at 3.04.05\u202fPM.png',
    'حساب\u200f.pdf',
    `${'a'.repeat(255)}/b`,
  ])('keeps %j', (key) => {
    expect(objectKey(key)).toBe(key);
  });

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/../b',
    'a/.',
    'a\u0000',
    'a\nb',
    'a\u0085b',
    'a\u2028b',
    'invoice-\u202efdp.exe',
    '\ud800',
    'a'.repeat(256),
    '😀'.repeat(64),
    Array(5).fill('a'.repeat(255)).join('/'),
  ])('rejects %j', (key) => {
    expect(objectKey(key)).toBeUndefined();
  });

  it('composes accents', () => {
    expect(objectKey('Cafe\u0301.pdf')).toBe('Caf\u00e9.pdf');
  });

  it('is idempotent and within the limits for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1200 }), (given) => {
        const key = objectKey(given);
        if (key === undefined) return;
        expect(objectKey(key)).toBe(key);
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(MAX_KEY_BYTES);
        expect(key.split('/').every((step) => Buffer.byteLength(step) <= 255)).toBe(true);
      }),
      { numRuns: inputs(500) },
    );
  });
});
