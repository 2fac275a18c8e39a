import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { dayFormats, earlier, type FreeDay, firstShown, offer, offerAloud } from './days.ts';

const day = (date: string, times = 0, closed?: string): FreeDay => ({
  day: date,
  times: Array.from({ length: times }, (_, hour) => `${date}T${10 + hour}:00:00.000Z`),
  ...(closed !== undefined && { closed }),
});
const fortnight = (free: number) =>
  Array.from({ length: 14 }, (_, at) => day(`2026-11-${String(at + 10)}`, at === free ? 2 : 0));

test('names a week by its first and last day', () => {
  const { dayLong, daysInWords } = dayFormats('en');
  expect(daysInWords([day('2026-11-20'), day('2026-11-26')])).toBe('November 20 – 26');
  expect(daysInWords([day('2026-11-27'), day('2026-12-03')])).toBe('November 27 – December 3');
  expect(daysInWords([])).toBe('');
  expect(dayLong('2028-02-29')).toBe('Tuesday, February 29');
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

test('shows the first days with a free time', () => {
  expect(firstShown(fortnight(3))[0]?.day).toBe('2026-11-10');
  expect(firstShown(fortnight(9)).map((one) => one.day)).toEqual([
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
  ]);
  expect(firstShown(fortnight(99))[0]?.day).toBe('2026-11-10');
  expect(firstShown([])).toEqual([]);
});

test('does not page back past the first day', () => {
  expect(earlier('2026-11-27', '2026-11-20')).toBe('2026-11-20');
  expect(earlier('2026-11-23', '2026-11-20')).toBe('2026-11-20');
  expect(earlier('2026-12-04', '2026-11-20')).toBe('2026-11-27');
});
