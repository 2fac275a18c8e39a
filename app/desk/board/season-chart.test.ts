import { expect, test } from 'vitest';
import { runningTotals, WEEKS, weekOfDay } from './season-chart.tsx';

const weeks = [
  { year: 2025, week: 0, received: 3, filed: 1 },
  { year: 2025, week: 2, received: 4, filed: 0 },
  { year: 2026, week: 1, received: 5, filed: 2 },
];

test('adds up week by week, also over weeks without any', () => {
  expect(runningTotals(weeks, { year: 2025, of: 'received', last: 3 })).toEqual([3, 3, 7, 7]);
  expect(runningTotals(weeks, { year: 2026, of: 'filed', last: 1 })).toEqual([0, 2]);
  expect(runningTotals(weeks, { year: 2024, of: 'filed' })).toEqual(Array(WEEKS).fill(0));
});

test('the last days of a year are in the last week', () => {
  expect(weekOfDay(0)).toBe(0);
  expect(weekOfDay(6)).toBe(0);
  expect(weekOfDay(7)).toBe(1);
  expect(weekOfDay(365)).toBe(WEEKS - 1);
});
