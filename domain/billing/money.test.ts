/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollarsAndCents, fullDollars, MOST_CENTS, parseCents, plainAmount } from './money.ts';

test.each([
  ['80', 8000],
  ['80.5', 8050],
  ['$1,234.50', 123_450],
  [' 1 234.05 ', 123_405],
  ['.75', 75],
  ['1.15', 115],
  ['0', 0],
])('reads %j as %i cents', (typed, cents) => {
  expect(parseCents(typed)).toBe(cents);
});

test.each(['', '-5', '1.234', '12,34', 'abc', '1e5', '.', '1000000.01', '9'.repeat(60)])(
  'does not read %j as an amount',
  (typed) => {
    expect(parseCents(typed)).toBeUndefined();
  },
);

test('reads back every amount that it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MOST_CENTS }), (cents) => {
      expect(parseCents(plainAmount(cents))).toBe(cents);
      expect(parseCents(dollarsAndCents(cents))).toBe(cents);
      expect(parseCents(fullDollars(cents))).toBe(cents);
    }),
  );
});

test('writes negative amounts', () => {
  expect([plainAmount(-5), dollarsAndCents(-123_450), fullDollars(-800)]).toEqual([
    '-0.05',
    '−$1,234.50',
    '−$8.00',
  ]);
});
