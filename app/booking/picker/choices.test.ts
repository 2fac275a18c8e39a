import { expect, test } from 'vitest';
import { dayWordsIn } from '#app/shared/format/days.ts';
import { english } from '#domain/language/english.ts';
import { offer, offerAloud } from './choices.tsx';
import type { FreeDay } from './use-time-form.ts';

const day = (date: string, times = 0, closed?: string): FreeDay => ({
  day: date,
  times: Array.from({ length: times }, (_, hour) => `${date}T${10 + hour}:00:00.000Z`),
  ...(closed !== undefined && { closed }),
});

test('names a week by its first and last day', () => {
  const { longDay, rangeOf } = dayWordsIn('en');
  expect(rangeOf('2026-11-20', '2026-11-26')).toBe('November 20 – 26');
  expect(rangeOf('2026-11-27', '2026-12-03')).toBe('November 27 – December 3');
  expect(longDay('2028-02-29')).toBe('Tuesday, February 29');
});

test.each([
  [day('2026-11-20', 2), '2 times', '2 times free'],
  [day('2026-11-20', 1), '1 time', '1 time free'],
  [day('2026-11-20'), 'Full', 'no times left'],
  [day('2026-11-22', 0, 'Closed'), 'Closed', 'closed'],
  [day('2026-11-26', 0, 'Thanksgiving'), 'Closed', 'closed: Thanksgiving'],
])('%o', (one, seen, heard) => {
  expect([english(offer(one)), offerAloud(one, english)]).toEqual([seen, heard]);
});
