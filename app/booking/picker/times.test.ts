/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { demoOffice } from '#tests/support/office.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { createAppointmentTimes } from './times.ts';

const clock = zonedClock(demoOffice.timeZone);
const { dayOfMoment, formatTimes, partOfDay } = createAppointmentTimes(demoOffice, demoOffice.timeZone, 'en');
const formatTime = (moment: number, zone: string) =>
  createAppointmentTimes(demoOffice, zone, 'en').formatTime(moment);
const at = (day: string, time: string) => clock.moment(day, time);

test("shows one time if the visitor's clocks agree", () => {
  expect(formatTime(at('2026-11-20', '14:00'), 'America/New_York')).toEqual({ office: '2:00 PM', own: null });
  // Another zone name with the same clocks.
  expect(formatTime(at('2026-11-20', '14:00'), 'America/Toronto').own).toBeNull();
});

test("shows both times if the visitor's clocks differ", () => {
  expect(formatTime(at('2026-11-20', '14:00'), 'America/Los_Angeles')).toEqual({
    office: '2:00 PM',
    own: '11:00 AM',
  });
  expect(formatTime(at('2026-11-20', '14:00'), 'Asia/Kolkata').own).toBe('Sat 12:30 AM');
  // Twelve hours apart, the clock face is the same, but the day differs.
  expect(formatTime(at('2026-07-20', '20:00'), 'Asia/Bangkok').own).toBe('Tue 7:00 AM');
});

test('shows both times while only one zone has daylight saving time', () => {
  expect(formatTime(at('2026-03-07', '09:00'), 'Europe/Madrid').own).toBe('3:00 PM');
  expect(formatTime(at('2026-03-09', '09:00'), 'Europe/Madrid').own).toBe('2:00 PM');
});

test('adds the zone to a time that occurs twice in a night', () => {
  const first = at('2026-11-01', '01:30');
  const told = formatTimes([first, first + 3_600_000, first + 7_200_000]);
  expect([...told.values()].map(({ office }) => office)).toEqual(['1:30 AM EDT', '1:30 AM EST', '2:30 AM']);
});

test('uses the office’s day', () => {
  const late = at('2026-12-31', '23:30');
  expect(dayOfMoment(late)).toBe('Thursday, December 31, 2026');
});

test.each([
  ['08:00', 'morning'],
  ['11:59', 'morning'],
  ['12:00', 'afternoon'],
  ['16:30', 'afternoon'],
  ['17:00', 'evening'],
])('%s is in the %s', (time, part) => {
  expect(partOfDay(at('2026-03-08', time))).toBe(part);
});

test('shows the visitor’s time exactly if their clocks differ from the office’s', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const moment = fc.integer({ min: Date.parse('1975-01-01'), max: Date.parse('2150-01-01') });
  fc.assert(
    fc.property(zone, moment, (home, at) => {
      const offset = (timeZone: string) =>
        Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offset.slice(0, 6);
      expect(formatTime(at, home).own === null).toBe(offset(demoOffice.timeZone) === offset(home));
    }),
    { numRuns: inputs(1000) },
  );
});
