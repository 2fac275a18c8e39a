/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, isDay, isPlausibleDay, weekdayOf } from './days.ts';

test.each(['2028-02-29', '2000-02-29', '2026-12-31', '2026-01-01', '0001-01-01'])('%s is a day', (day) => {
  expect(isDay(day)).toBe(true);
});

test.each([
  '2027-02-29',
  '2100-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-1-1',
  '',
  '2026-11-20T00:00',
])('%s is not a day', (day) => {
  expect(isDay(day)).toBe(false);
});

test('counts days across February 29 and the end of the year', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysBetween('2028-02-01', '2028-03-01')).toBe(29);
});

test('all functions match Temporal', () => {
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.integer({ min: -4000, max: 4000 }), (text, count) => {
      const oracle = Temporal.PlainDate.from(text);
      const later = oracle.add({ days: count });
      expect(addDays(text, count)).toBe(later.toString());
      expect(weekdayOf(text)).toBe(oracle.dayOfWeek % 7);
      expect(daysBetween(text, later.toString())).toBe(count);
    }),
  );
});

test('isPlausibleDay accepts real days of this century', () => {
  expect(['2026-12-31', '2028-02-29'].every(isPlausibleDay)).toBe(true);
  // A date field has the second value while the year is being typed.
  expect(['2027-02-29', '0002-11-20', '2026-13-01', '2026-1-1', ''].some(isPlausibleDay)).toBe(false);
});
