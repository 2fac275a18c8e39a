import { afterEach, expect, test, vi } from 'vitest';
import { createHouses, createPace } from './limits.ts';

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

test('a house has so many places, and what is given back is free', () => {
  const houses = createHouses(2, { most: 9, inMs: 1000 });
  const [first, second] = [houses.enter('a'), houses.enter('a')];
  expect(houses.enter('a')).toBeUndefined();
  expect(houses.enter('b')).toBeDefined();
  first?.leave();
  expect(houses.enter('a')).toBeDefined();
  expect(houses.enter('a')).toBeUndefined();
  second?.leave();
  expect(houses.enter('a')).toBeDefined();
});

test('all of a house share its pace', () => {
  const houses = createHouses(9, { most: 2, inMs: 60_000 });
  const [first, second, other] = [houses.enter('a'), houses.enter('a'), houses.enter('b')];
  expect([first?.mayJoin(), second?.mayJoin(), first?.mayJoin(), other?.mayJoin()]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
