/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/office-time/days.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import {
  bookableDays,
  type CalendarRules,
  closedBecause,
  freeTimes,
  isOffered,
  offeredTimes,
  overlap,
  timesOfDay,
} from './slots.ts';

const HOUR = 3_600_000;

function rulesWith(changes: {
  timeZone?: string;
  hours?: Partial<CalendarRules['hours']>;
  calendar?: Partial<CalendarRules['calendar']>;
}): CalendarRules {
  return {
    timeZone: changes.timeZone ?? 'America/New_York',
    hours: {
      open: '08:00',
      close: '20:00',
      days: [0, 1, 2, 3, 4, 5, 6],
      byAppointmentOnly: true,
      ...changes.hours,
    },
    calendar: {
      slotMinutes: 30,
      capacity: 1,
      horizonDays: 60,
      leadHours: 2,
      holidays: [],
      closedOn: [],
      ...changes.calendar,
    },
  };
}

const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const moment = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2060-01-01') });
const hours = fc
  .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1439 }))
  .filter(([open, close]) => open < close)
  .map(([open, close]) => ({ open: clockTime(open), close: clockTime(close) }));
const anyRules = fc
  .record({
    timeZone: zone,
    hours,
    slotMinutes: fc.constantFrom(5, 15, 20, 30, 45, 60, 90),
    capacity: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ timeZone, hours, slotMinutes, capacity }) =>
    rulesWith({ timeZone, hours, calendar: { slotMinutes, capacity, horizonDays: 30 } }),
  );

/** The same with Temporal: steps of elapsed time from opening, while they end by closing. */
function oracleTimes({ timeZone, hours, calendar }: CalendarRules, day: string): number[] {
  const at = (clock: string) => Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(timeZone);
  const closing = at(hours.close);
  const found: number[] = [];
  let start = at(hours.open);
  while (Temporal.ZonedDateTime.compare(start.add({ minutes: calendar.slotMinutes }), closing) <= 0) {
    found.push(start.epochMilliseconds);
    start = start.add({ minutes: calendar.slotMinutes });
  }
  return found;
}

describe('the times of a day', () => {
  test('match Temporal in every zone on every day', () => {
    fc.assert(
      fc.property(anyRules, moment, (rules, at) => {
        const day = new Date(at).toISOString().slice(0, 10);
        expect(timesOfDay(rules, day, zonedClock(rules.timeZone))).toEqual(oracleTimes(rules, day));
      }),
      { numRuns: inputs(500) },
    );
  });

  test('match Temporal through the night when the clocks change', () => {
    for (const timeZone of ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago']) {
      const rules = rulesWith({ timeZone, hours: { open: '00:00', close: '23:59' } });
      const clock = zonedClock(timeZone);
      let change = Temporal.ZonedDateTime.from(`2024-01-01T00:00[${timeZone}]`).getTimeZoneTransition('next');
      for (; change && change.year < 2031; change = change.getTimeZoneTransition('next')) {
        for (const days of [-1, 0, 1]) {
          const day = change.toPlainDate().add({ days }).toString();
          const times = timesOfDay(rules, day, clock);
          expect(times).toEqual(oracleTimes(rules, day));
          expect(times.every((time) => clock.dayOf(time) === day)).toBe(true);
        }
      }
    }
  });

  test('include no skipped and no repeated time', () => {
    const rules = rulesWith({ hours: { open: '00:00', close: '04:00' } });
    const clock = zonedClock(rules.timeZone);
    const shown = (day: string) =>
      timesOfDay(rules, day, clock).map((time) => {
        const { hour, minute } = clock.wallTime(time);
        return clockTime(hour * 60 + minute);
      });
    expect(shown('2026-03-08')).toEqual(['00:00', '00:30', '01:00', '01:30', '03:00', '03:30']);
    const autumn = timesOfDay(rules, '2026-11-01', clock);
    expect(autumn).toHaveLength(10);
    expect(new Set(autumn).size).toBe(10);
    // 1:00 and 1:30 occur twice, an hour apart.
    expect(shown('2026-11-01').slice(2, 6)).toEqual(['01:00', '01:30', '01:00', '01:30']);
  });

  test('exist on February 29 and on the last and first day of the year', () => {
    const rules = rulesWith({ hours: { close: '09:00' } });
    const clock = zonedClock(rules.timeZone);
    const utc = (day: string) => timesOfDay(rules, day, clock).map((time) => new Date(time).toISOString());
    expect(utc('2028-02-29')).toEqual(['2028-02-29T13:00:00.000Z', '2028-02-29T13:30:00.000Z']);
    expect(utc('2026-12-31')).toEqual(['2026-12-31T13:00:00.000Z', '2026-12-31T13:30:00.000Z']);
    expect(utc('2027-01-01')).toEqual(['2027-01-01T13:00:00.000Z', '2027-01-01T13:30:00.000Z']);
  });

  test('do not exist on closed days', () => {
    const rules = rulesWith({
      hours: { days: [1, 2, 3, 4, 5] },
      calendar: {
        holidays: ['thanksgiving'],
        closedOn: [{ day: '2026-11-27', reason: 'Day after Thanksgiving' }],
      },
    });
    const clock = zonedClock(rules.timeZone);
    const reasons = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'].map((day) =>
      closedBecause(rules, day),
    );
    expect(reasons).toEqual([undefined, 'Thanksgiving', 'Day after Thanksgiving', 'Closed']);
    expect(timesOfDay(rules, '2026-11-25', clock)).toHaveLength(24);
    for (const day of ['2026-11-26', '2026-11-27', '2026-11-28'])
      expect(timesOfDay(rules, day, clock)).toEqual([]);
  });
});

describe('offered times', () => {
  test('are on the grid, and not past, too soon, or beyond the horizon', () => {
    fc.assert(
      fc.property(anyRules, moment, fc.integer({ min: -2, max: 33 }), (rules, now, ahead) => {
        const clock = zonedClock(rules.timeZone);
        const today = clock.dayOf(now);
        const day = addDays(today, ahead);
        const grid = new Set(oracleTimes(rules, day));
        const offered = offeredTimes(rules, day, now, clock);
        expect(offered.filter((time) => time < now + 2 * HOUR || !grid.has(time))).toEqual([]);
        for (const time of [offered[0], offered.at(-1)].filter((one) => one !== undefined)) {
          expect(isOffered(rules, time, now, clock)).toBe(true);
          expect(isOffered(rules, time + 60_000, now, clock)).toBe(false);
        }
        if (ahead > 30) expect(offered).toEqual([]);
        if (ahead >= 2 && ahead <= 30) expect(offered).toHaveLength(grid.size);
      }),
      { numRuns: inputs(300) },
    );
  });

  test('start with the first day that has times', () => {
    const rules = rulesWith({ calendar: { holidays: ['thanksgiving'] } });
    const clock = zonedClock(rules.timeZone);
    const daysAt = (text: string) => bookableDays(rules, Date.parse(text), clock);
    expect(daysAt('2026-11-20T12:00:00Z')).toEqual({ first: '2026-11-20', last: '2027-01-19' });
    // 5:30 PM in New Haven: 7:30 PM is the last time of the day, and the lead time is two hours.
    expect(daysAt('2026-11-20T22:30:00Z').first).toBe('2026-11-20');
    expect(daysAt('2026-11-20T22:31:00Z').first).toBe('2026-11-21');
    // The evening before Thanksgiving, which is already the next day in UTC.
    expect(daysAt('2026-11-26T02:00:00Z').first).toBe('2026-11-27');
  });
});

describe('free times', () => {
  const START = Date.parse('2026-11-23T13:00:00Z');
  const now = Date.parse('2026-11-20T12:00:00Z');
  const span = fc
    .tuple(fc.integer({ min: 0, max: 48 }), fc.integer({ min: 1, max: 8 }))
    .map(([from, length]) => ({
      start: START + from * 15 * 60_000,
      end: START + (from + length) * 15 * 60_000,
    }));
  const taken = fc.tuple(span, fc.integer({ min: 1, max: 4 })).map(([one, seat]) => ({ ...one, seat }));

  test('have a free seat by a naive count, and no overlapping block', () => {
    fc.assert(
      fc.property(
        fc.array(taken, { maxLength: 30 }),
        fc.array(span, { maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        (appointments, blocks, capacity) => {
          const rules = rulesWith({ calendar: { capacity } });
          const found = freeTimes(rules, '2026-11-23', now, { taken: appointments, blocks });
          for (const start of oracleTimes(rules, '2026-11-23')) {
            const slot = { start, end: start + HOUR / 2 };
            const seats = [1, 2, 3, 4].filter((seat) =>
              appointments.some((one) => one.seat === seat && overlap(one, slot)),
            );
            const free = seats.length < capacity && !blocks.some((block) => overlap(block, slot));
            expect(found.includes(start)).toBe(free);
          }
        },
      ),
      { numRuns: inputs(300) },
    );
  });

  test('may touch the next appointment', () => {
    const rules = rulesWith({});
    const [first = 0, second = 0, third = 0] = timesOfDay(rules, '2026-11-23', zonedClock(rules.timeZone));
    const found = freeTimes(rules, '2026-11-23', now, {
      taken: [{ start: second, end: third, seat: 1 }],
      blocks: [],
    });
    expect(found).toContain(first);
    expect(found).not.toContain(second);
    expect(found).toContain(third);
  });
});
