import { afterEach, expect, test, vi } from 'vitest';
import { createDateFormats } from './dates.ts';

const dates = createDateFormats('America/New_York', 'en');

afterEach(() => {
  vi.useRealTimers();
});

test('writes dates in the office’s time zone', () => {
  expect(dates.longDate('2026-01-01T03:00:00Z')).toBe('December 31, 2025');
  expect(dates.mediumDate('2026-01-01T03:00:00Z')).toBe('Dec 31, 2025');
  expect(dates.dateTimeAndZone('2026-01-01T03:00:00Z')).toBe('Dec 31, 2025, 10:00 PM EST');
});

test.each([
  ['2026-01-01T03:00:00Z', 'Dec 31, 2025', 'Dec 31, 2025, 10:00 PM'],
  ['2026-01-01T05:00:00Z', 'Jan 1', 'Jan 1, 12:00 AM'],
  ['2027-01-01T04:59:00Z', 'Dec 31', 'Dec 31, 11:59 PM'],
  ['2027-01-01T05:00:00Z', 'Jan 1, 2027', 'Jan 1, 2027, 12:00 AM'],
])('adds the year to %s if it is not the office’s current one', (moment, date, dateAndTime) => {
  vi.useFakeTimers({ now: Date.parse('2027-01-01T04:00:00Z') });
  expect(dates.recentDate(moment)).toBe(date);
  // A reader in another time zone also gets the zone.
  expect(dates.recentDateAndTime(moment).replace(/ E[SD]T$/, '')).toBe(dateAndTime);
});

test('adds the zone for readers whose clocks differ', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const elsewhere = here === 'Asia/Kathmandu' ? 'Asia/Kolkata' : 'Asia/Kathmandu';
  const moment = '2026-01-05T20:12:00Z';
  expect(createDateFormats(here, 'en').time(moment)).toMatch(/[AP]M$/);
  expect(createDateFormats(elsewhere, 'en').time(moment)).toMatch(/[AP]M GMT\+5:\d\d$/);
});

test('writes dates in Spanish as in the United States', () => {
  const spanish = createDateFormats('America/New_York', 'es');
  expect(spanish.longDate('2026-01-05T20:12:00Z')).toBe('5 de enero de 2026');
  expect(spanish.dateTimeAndZone('2026-01-05T20:12:00Z')).toMatch(/^5 ene 2026, 3:12\sp\.\s?m\. EST$/);
});
