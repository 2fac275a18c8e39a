import { expect, test } from 'vitest';
import { daysSince, officeDay, yearIn } from './office-day.ts';

const newYearInLondon = new Date('2026-01-01T03:00:00Z');

test('uses the day in the office’s zone, not UTC', () => {
  expect(officeDay(newYearInLondon, 'America/New_York')).toEqual({ year: 2025, month: 12, day: 31 });
  expect(officeDay(newYearInLondon, 'UTC')).toEqual({ year: 2026, month: 1, day: 1 });
});

test('uses the year in the office’s zone', () => {
  expect(yearIn('America/New_York', newYearInLondon)).toBe(2025);
  expect(yearIn('UTC', newYearInLondon)).toBe(2026);
});

test('counts midnights in the office’s zone, not spans of 24 hours', () => {
  const since = Date.parse('2026-03-07T23:30:00-05:00');
  const days = (now: string) => daysSince(since, Date.parse(now), 'America/New_York');
  expect(days('2026-03-07T23:59:59-05:00')).toBe(0);
  expect(days('2026-03-08T00:00:00-05:00')).toBe(1);
  // The day before had 23 hours.
  expect(days('2026-03-09T00:00:00-04:00')).toBe(2);
  expect(days('2026-03-01T12:00:00-05:00')).toBe(0);
});
