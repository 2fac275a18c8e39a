/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf } from '#domain/text/digit-groups.ts';
import { digitCount, doesNotFit, type MaskName, masked, maskOf, typedInto } from './masks.ts';

const names: MaskName[] = ['phone', 'ssn', 'ein'];

test.each<[MaskName, string, string]>([
  ['phone', '2035550101', '203-555-0101'],
  ['phone', '(203) 555 01', '203-555-01'],
  ['phone', '+1 203 555 0101', '203-555-0101'],
  ['phone', '203', '203'],
  ['ssn', '123456789', '123-45-6789'],
  ['ssn', '1234567890', '1234567890'],
  ['ssn', '12345', '123-45'],
  ['ein', '061234567', '06-1234567'],
  ['ein', '06', '06'],
  ['ein', 'none', ''],
])('%s: %j is shown as %j', (mask, typed, shown) => {
  expect(masked(mask, typed)).toBe(shown);
});

describe('the cursor', () => {
  test.each<[MaskName, string, number, string, number]>([
    // The cursor positions are those before and after formatting.
    ['ssn', '1234', 4, '123-4', 5],
    ['ssn', '123-456-789', 6, '123-45-6789', 6],
    ['ssn', '1239-45-678', 4, '123-94-5678', 5],
    ['ssn', '13-45-6789', 1, '134-56-789', 1],
    ['phone', '203-555-0101', 3, '203-555-0101', 3],
    ['phone', '+1 203 555 0101', 15, '203-555-0101', 12],
    ['ein', '', 0, '', 0],
  ])('%s: %j at %i becomes %j at %i', (mask, text, cursor, shown, at) => {
    expect(typedInto(mask, { text, cursor })).toEqual({ text: shown, cursor: at });
  });
});

describe('any input', () => {
  const typing = fc
    .record({
      mask: fc.constantFrom(...names),
      text: fc.oneof(fc.string(), fc.stringMatching(/^[+0-9() -]{0,16}$/)),
      place: fc.nat(100),
    })
    .map(({ mask, text, place }) => ({ mask, text, cursor: Math.min(place, text.length) }));

  test('shows only digits and dashes, or the text itself if they do not fit', () => {
    fc.assert(
      fc.property(typing, ({ mask, text }) => {
        const shown = masked(mask, text);
        expect(masked(mask, shown)).toBe(shown);
        if (doesNotFit(mask, text)) {
          expect(shown).toBe(text.trim());
          return;
        }
        expect(shown).toMatch(/^[0-9-]*$/);
        expect(digitsOf(shown).length).toBeLessThanOrEqual(digitCount(mask));
        if (mask !== 'phone') expect(digitsOf(shown)).toBe(digitsOf(text));
      }),
    );
  });

  test('with more digits than the number has stays as it is', () => {
    const longer = fc
      .constantFrom(...names)
      .chain((mask) =>
        fc.tuple(fc.constant(mask), fc.stringMatching(new RegExp(`^[2-9][0-9]{${digitCount(mask)},20}$`))),
      );
    fc.assert(
      fc.property(longer, ([mask, text]) => {
        expect(masked(mask, text)).toBe(text);
        expect(typedInto(mask, { text, cursor: text.length })).toEqual({
          text,
          cursor: text.length,
          doesNotFit: true,
        });
      }),
    );
  });

  test('keeps the cursor behind the same number of digits', () => {
    fc.assert(
      fc.property(typing, ({ mask, text, cursor }) => {
        const after = typedInto(mask, { text, cursor });
        expect(after.cursor).toBeGreaterThanOrEqual(0);
        expect(after.cursor).toBeLessThanOrEqual(after.text.length);
        const before = digitsOf(text.slice(0, cursor)).length;
        const now = digitsOf(after.text.slice(0, after.cursor)).length;
        // Only a phone number may have lost a digit in front: its country's.
        const least = mask === 'phone' ? before - 3 : before;
        expect(now).toBeGreaterThanOrEqual(Math.min(Math.max(0, least), digitsOf(after.text).length));
        expect(now).toBeLessThanOrEqual(before);
        expect(typedInto(mask, after)).toEqual(after);
      }),
    );
  });
});

test('other kinds have no mask', () => {
  expect(['phone', 'ssn', 'ein', 'text', 'routing'].map((kind) => maskOf(kind as 'text'))).toEqual([
    'phone',
    'ssn',
    'ein',
    undefined,
    undefined,
  ]);
});
