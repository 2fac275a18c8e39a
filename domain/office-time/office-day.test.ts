import { expect, test } from 'vitest';
import { officeDay, yearIn } from './office-day.ts';

const newYearInLondon = new Date('2026-01-01T03:00:00Z');

test('uses the day in the office’s zone, not UTC', () => {
  expect(officeDay(newYearInLondon, 'America/New_York')).toEqual({ year: 2025, month: 12, day: 31 });
  expect(officeDay(newYearInLondon, 'UTC')).toEqual({ year: 2026, month: 1, day: 1 });
});

test('uses the year in the office’s zone', () => {
  expect(yearIn('America/New_York', newYearInLondon)).toBe(2025);
  expect(yearIn('UTC', newYearInLondon)).toBe(2026);
});
