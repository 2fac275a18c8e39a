import { expect, test } from 'vitest';
import { earlier, type FreeDay, firstShown } from './use-time-form.ts';

const day = (date: string, times = 0): FreeDay => ({
  day: date,
  times: Array.from({ length: times }, (_, hour) => `${date}T${10 + hour}:00:00.000Z`),
});
const fortnight = (free: number) =>
  Array.from({ length: 14 }, (_, at) => day(`2026-11-${String(at + 10)}`, at === free ? 2 : 0));

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
