import { afterEach, expect, test, vi } from 'vitest';
import { createRateLimit } from './limits.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a rate limit allows a number of calls per time window', () => {
  vi.useFakeTimers();
  const isAllowed = createRateLimit({ max: 2, windowMs: 1000 });
  expect([isAllowed(), isAllowed(), isAllowed()]).toEqual([true, true, false]);
  vi.advanceTimersByTime(1001);
  expect([isAllowed(), isAllowed(), isAllowed()]).toEqual([true, true, false]);
});

test('each key has its own limit', () => {
  const isAllowed = createRateLimit({ max: 2, windowMs: 60_000 });
  expect([isAllowed('a'), isAllowed('a'), isAllowed('a'), isAllowed('b')]).toEqual([true, true, false, true]);
});
