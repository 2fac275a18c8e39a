import { afterEach, expect, test, vi } from 'vitest';
import { createJoinLimiter, createRateLimit } from './limits.ts';

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

test('connections of a network share a rate limit', () => {
  const limiter = createJoinLimiter({ max: 2, windowMs: 60_000 });
  const [first, second, other] = [limiter.open('a'), limiter.open('a'), limiter.open('b')];
  expect([first.mayJoin(), second.mayJoin(), first.mayJoin(), other.mayJoin()]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
