import { expect, test } from 'vitest';
import { business } from '#app/business.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { dayOfMoment, partOfDay, tellTime, tellTimes } from './times.ts';

const clock = zonedClock(business.timeZone);
const at = (day: string, time: string) => clock.moment(day, time);

test('a visitor who lives by the same clocks is told one time', () => {
  expect(tellTime(at('2026-11-20', '14:00'), 'America/New_York')).toEqual({ office: '2:00 PM', own: null });
  // Another name, the same clocks.
  expect(tellTime(at('2026-11-20', '14:00'), 'America/Toronto').own).toBeNull();
});

test('one who lives by others is told both', () => {
  expect(tellTime(at('2026-11-20', '14:00'), 'America/Los_Angeles')).toEqual({
    office: '2:00 PM',
    own: '11:00 AM',
  });
  expect(tellTime(at('2026-11-20', '14:00'), 'Asia/Kolkata').own).toBe('Sat 12:30 AM');
  // Half a day further the hands stand alike, on another day.
  expect(tellTime(at('2026-07-20', '20:00'), 'Asia/Bangkok').own).toBe('Tue 7:00 AM');
});

test('the zones part for some days in spring, when the clocks of one have gone ahead already', () => {
  expect(tellTime(at('2026-03-07', '09:00'), 'Europe/Madrid').own).toBe('3:00 PM');
  expect(tellTime(at('2026-03-09', '09:00'), 'Europe/Madrid').own).toBe('2:00 PM');
});

test('a time that comes twice in a night is told with its zone', () => {
  const first = at('2026-11-01', '01:30');
  const told = tellTimes([first, first + 3_600_000, first + 7_200_000], business.timeZone);
  expect([...told.values()].map(({ office }) => office)).toEqual(['1:30 AM EDT', '1:30 AM EST', '2:30 AM']);
});

test('the day is the office’s', () => {
  const late = at('2026-12-31', '23:30');
  expect(dayOfMoment(late)).toBe('Thursday, December 31, 2026');
});

test.each([
  ['08:00', 'Morning'],
  ['11:59', 'Morning'],
  ['12:00', 'Afternoon'],
  ['16:30', 'Afternoon'],
  ['17:00', 'Evening'],
])('%s is in the %s', (time, part) => {
  expect(partOfDay(at('2026-03-08', time))).toBe(part);
});
