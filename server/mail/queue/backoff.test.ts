import { expect, test } from 'vitest';
import { delayAfter, MAX_ATTEMPTS } from './backoff.ts';

test('waits longer after each try, and gives up after the eighth', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, tried) => delayAfter(tried + 1));
  expect(delays).toEqual([60, 300, 1800, 7200, 14400, 28800, 43200, undefined]);
});

test('a row without a counted try is tried again soon', () => {
  expect(delayAfter(0)).toBe(60);
});
