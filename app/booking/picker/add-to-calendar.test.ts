import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { demoOffice } from '#tests/support/office.ts';
import { calendarLinks } from './add-to-calendar.tsx';

test('passes UTC times to other calendars', () => {
  const time = { start: '2026-11-20T19:00:00.000Z', end: '2026-11-20T19:30:00.000Z' };
  const links = calendarLinks(time, demoOffice, english);
  const [google, outlook] = links.map(({ href }) => new URL(href).searchParams);
  expect(google?.get('dates')).toBe('20261120T190000Z/20261120T193000Z');
  expect(outlook?.get('startdt')).toBe('2026-11-20T19:00:00.000Z');
  expect(outlook?.get('enddt')).toBe('2026-11-20T19:30:00.000Z');
});
