import { expect, test } from 'vitest';
import { MAX_ATTEMPTS, retryDelaySeconds } from './backoff.ts';

test('waits longer after each attempt and gives up after the eighth', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, tried) => retryDelaySeconds(tried + 1));
  expect(delays).toEqual([60, 300, 1800, 7200, 14400, 28800, 43200, undefined]);
});

test('retries soon if no attempt was counted', () => {
  expect(retryDelaySeconds(0)).toBe(60);
});
