/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { referralReward, referralsFrom } from './referral.ts';

const terms = { reward: 20, reportableAbove: 600 };

test.each([
  [0, 0, false],
  [5, 100, false],
  [10, 200, false],
  [20, 400, false],
  [30, 600, false],
  [31, 620, true],
])('%i referrals earn %i dollars; reportable: %s', (referrals, total, reportable) => {
  expect(referralReward(referrals, terms)).toEqual({ referrals, total, reportable });
});

test.each([
  ['12', 12],
  [' 7 ', 7],
  ['3.9', 3],
  ['1,000', 999],
  ['-4', 0],
  ['', 0],
  ['many', 0],
  ['1e9', 999],
  ['Infinity', 0],
])('%j is %i people', (typed, referrals) => {
  expect(referralsFrom(typed, 999)).toBe(referrals);
});

test('any text gives an integer within the limits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (typed) => {
      const referrals = referralsFrom(typed, 999);
      expect(Number.isInteger(referrals) && referrals >= 0 && referrals <= 999).toBe(true);
    }),
  );
});
