import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { demoOffice } from '#tests/support/office.ts';
import { calendarLinks, mailPromise } from './booked.tsx';

const now = Date.parse('2026-11-20T20:40:00Z');

test.each([
  ['2026-11-22T13:30:00Z', 'We sent a confirmation to a@example.com, and we’ll remind you the day before.'],
  ['2026-11-21T20:40:00Z', 'We sent a confirmation to a@example.com.'],
  ['2026-11-20T23:00:00Z', 'We sent a confirmation to a@example.com.'],
])('for %s: %s', (start, words) => {
  expect(english(mailPromise('a@example.com', Date.parse(start), now))).toBe(words);
});

test('promises nothing without an email address', () => {
  expect(english(mailPromise(null, now, now))).toContain('write down the time');
});

test('passes UTC times to other calendars', () => {
  const time = { start: '2026-11-20T19:00:00.000Z', end: '2026-11-20T19:30:00.000Z' };
  const links = calendarLinks(time, demoOffice, english);
  const [google, outlook] = links.map(({ href }) => new URL(href).searchParams);
  expect(google?.get('dates')).toBe('20261120T190000Z/20261120T193000Z');
  expect(outlook?.get('startdt')).toBe('2026-11-20T19:00:00.000Z');
  expect(outlook?.get('enddt')).toBe('2026-11-20T19:30:00.000Z');
});
