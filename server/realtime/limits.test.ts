import { afterEach, expect, test, vi } from 'vitest';
import { createConnectionLimiter, createRateLimit } from './limits.ts';

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

test('limits the open connections per key', () => {
  const limiter = createConnectionLimiter(2, { max: 9, windowMs: 1000 });
  const [first, second] = [limiter.open('a'), limiter.open('a')];
  expect(limiter.open('a')).toBeUndefined();
  expect(limiter.open('b')).toBeDefined();
  first?.release();
  expect(limiter.open('a')).toBeDefined();
  expect(limiter.open('a')).toBeUndefined();
  second?.release();
  expect(limiter.open('a')).toBeDefined();
});

test('connections with the same key share a rate limit', () => {
  const limiter = createConnectionLimiter(9, { max: 2, windowMs: 60_000 });
  const [first, second, other] = [limiter.open('a'), limiter.open('a'), limiter.open('b')];
  expect([first?.mayJoin(), second?.mayJoin(), first?.mayJoin(), other?.mayJoin()]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
