import { afterEach, expect, test, vi } from 'vitest';
import { createPace, createTally } from './limits.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a pace lets so many through in its time, then anew', () => {
  vi.useFakeTimers();
  const mayGo = createPace({ most: 2, inMs: 1000 });
  expect([mayGo(), mayGo(), mayGo()]).toEqual([true, true, false]);
  vi.advanceTimersByTime(1001);
  expect([mayGo(), mayGo(), mayGo()]).toEqual([true, true, false]);
});

test('a tally has so many places for each, and what is given back is free', () => {
  const tally = createTally(2);
  const [first, second] = [tally.take('a'), tally.take('a')];
  expect(tally.take('a')).toBeUndefined();
  expect(tally.take('b')).toBeDefined();
  first?.();
  expect(tally.take('a')).toBeDefined();
  expect(tally.take('a')).toBeUndefined();
  second?.();
  expect(tally.take('a')).toBeDefined();
});
