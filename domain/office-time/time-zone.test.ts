import { expect, test } from 'vitest';
import { isTimeZone, knownZoneInWords } from './time-zone.ts';

test.each([
  ['America/New_York', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
  ['America/New York', false],
  ['<b>', false],
  ['A'.repeat(65), false],
])('%s is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

test.each([
  ['America/New_York', 'Eastern Time', 'hora del Este'],
  ['America/Argentina/Buenos_Aires', 'Argentina Standard Time', 'hora estándar de Argentina'],
  // Its clocks followed those of Central Europe for some years.
  ['Europe/Lisbon', 'Western European Time', 'hora de Europa occidental'],
  ['UTC', 'GMT+00:00', 'GMT+00:00'],
  ['Mars/Olympus', undefined, undefined],
  [null, undefined, undefined],
])('%s is %s, or %s', (name, english, spanish) => {
  expect(knownZoneInWords(name, 'en')).toBe(english);
  expect(knownZoneInWords(name, 'es')).toBe(spanish);
});
