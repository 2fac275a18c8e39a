import { expect, test } from 'vitest';
import { isTimeZone, placeOfTimeZone } from './time-zone.ts';

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
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', undefined],
  ['Etc/GMT+5', undefined],
  ['EST5EDT', undefined],
])('%s is named after %s', (name, place) => {
  expect(placeOfTimeZone(name)).toBe(place);
});
