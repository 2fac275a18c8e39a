/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { spanOfDay, zonedClock } from './zoned.ts';

const zones = Intl.supportedValuesOf('timeZone');
const clocks = new Map(zones.map((zone) => [zone, zonedClock(zone)]));
const clockOf = (zone: string) => clocks.get(zone) ?? zonedClock(zone);

const zone = fc.constantFrom(...zones);
const moment = fc.integer({ min: Date.parse('1975-01-01'), max: Date.parse('2150-01-01') });
const day = moment.map((one) => new Date(one).toISOString().slice(0, 10));
const wall = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

const oracleMoment = (text: string, clock: string, timeZone: string) =>
  Temporal.PlainDateTime.from(`${text}T${clock}`).toZonedDateTime(timeZone).epochMilliseconds;

test('local times match Temporal in every zone', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const oracle = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
      expect(clockOf(timeZone).wallTime(at)).toEqual({
        day: oracle.toPlainDate().toString(),
        hour: oracle.hour,
        minute: oracle.minute,
      });
    }),
    { numRuns: inputs(2000) },
  );
});

test('the instant of a local time matches Temporal in every zone', () => {
  fc.assert(
    fc.property(zone, day, wall, (timeZone, text, clock) => {
      expect(clockOf(timeZone).moment(text, clock)).toBe(oracleMoment(text, clock, timeZone));
    }),
    { numRuns: inputs(3000) },
  );
});

test('matches Temporal on the days around each clock change', () => {
  const shown = ['00:00', '00:30', '01:00', '01:30', '01:59', '02:00', '02:30', '03:00', '03:30', '23:59'];
  const changing = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/St_Johns'];
  const wrong: unknown[] = [];
  for (const timeZone of [
    ...changing,
    'Asia/Tehran',
    'Africa/Casablanca',
    'America/Santiago',
    'Pacific/Apia',
  ]) {
    const clock = clockOf(timeZone);
    let change = Temporal.ZonedDateTime.from(`2009-01-01T00:00[${timeZone}]`).getTimeZoneTransition('next');
    for (; change && change.year < 2031; change = change.getTimeZoneTransition('next')) {
      for (const days of [-1, 0, 1]) {
        const text = change.toPlainDate().add({ days }).toString();
        for (const one of shown) {
          const [found, expected] = [clock.moment(text, one), oracleMoment(text, one, timeZone)];
          if (found !== expected) wrong.push([timeZone, text, one, found - expected]);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

describe('in New Haven', () => {
  const clock = zonedClock('America/New_York');
  const utc = (text: string, shown: string) => new Date(clock.moment(text, shown)).toISOString();

  test.each([
    // Clocks go from 2:00 to 3:00.
    ['2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08', '03:30', '2026-03-08T07:30:00.000Z'],
    // Clocks go from 2:00 back to 1:00: the first 1:30.
    ['2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
    ['2028-02-29', '08:00', '2028-02-29T13:00:00.000Z'],
    ['2026-12-31', '23:59', '2027-01-01T04:59:00.000Z'],
  ])('%s %s is %s', (text, shown, expected) => {
    expect(utc(text, shown)).toBe(expected);
  });

  test('a day has 23, 24 or 25 hours', () => {
    const hours = (text: string) => {
      const { start, end } = spanOfDay(text, clock);
      return (end - start) / 3_600_000;
    };
    expect(['2026-03-08', '2026-03-09', '2026-11-01'].map(hours)).toEqual([23, 24, 25]);
  });
});
