import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { demoOffice } from '#tests/support/office.ts';
import type { Block, CalendarDays, TimedAppointment } from '../calendar-query.ts';
import { createOfficeClock } from '../office-clock.ts';
import { firstFree, nearestChoice, sameTime, type TimeChoice, timeChoices } from './time-choices.ts';

// The shipped office: America/New_York, 8 to 20 o'clock, half hours, one seat.
const clock = createOfficeClock(demoOffice);
const nothing: CalendarDays = { appointments: [], blocks: [] };
const long = { now: 0 };
const at = (iso: string) => Date.parse(iso);
const inEnglish = (caution: TimeChoice['caution'] | undefined) => caution && english(caution);

const appointment = (id: string, start: string, status = 'confirmed') =>
  ({
    id,
    status,
    seat: 1,
    starts_at: start,
    ends_at: new Date(at(start) + 30 * 60_000).toISOString(),
  }) as TimedAppointment;

test('lists every half hour of the day with its cautions', () => {
  const block = {
    starts_at: '2026-11-20T18:00:00Z',
    ends_at: '2026-11-20T19:00:00Z',
    reason: 'Course',
  } as Block;
  const choices = timeChoices(
    clock,
    '2026-11-20',
    {
      appointments: [
        appointment('a', '2026-11-20T14:00:00Z'),
        appointment('b', '2026-11-20T15:00:00Z', 'cancelled'),
        appointment('c', '2026-11-20T16:00:00Z'),
      ],
      blocks: [block],
    },
    { now: 0, except: 'c' },
  );
  expect(choices).toHaveLength(48);
  expect(choices.filter(({ isTaken }) => isTaken).map(({ label }) => label)).toEqual(['9:00 AM']);
  const cautionOf = (label: string) => inEnglish(choices.find((choice) => choice.label === label)?.caution);
  expect(
    ['7:30 AM', '8:00 AM', '1:00 PM', '1:30 PM', '2:00 PM', '7:30 PM', '8:00 PM'].map(cautionOf),
  ).toEqual([
    'outside office hours',
    null,
    'blocked: Course',
    'blocked: Course',
    null,
    null,
    'outside office hours',
  ]);
});

test('omits past times and marks holidays', () => {
  const choices = timeChoices(clock, '2026-11-20', nothing, { now: at('2026-11-20T15:10:00Z') });
  expect(choices[0]?.label).toBe('10:30 AM');
  expect(firstFree(choices)).toBe(at('2026-11-20T15:30:00Z'));
  const thanksgiving = timeChoices(clock, '2026-11-26', nothing, long);
  expect(new Set(thanksgiving.map(({ caution }) => inEnglish(caution)))).toEqual(new Set(['office closed']));
  expect(firstFree(thanksgiving)).toBeNull();
});

test('days of a clock change have 23 or 25 hours', () => {
  const spring = timeChoices(clock, '2026-03-08', nothing, long).map(({ label }) => label);
  expect(spring).toHaveLength(46);
  expect(spring).not.toContain('2:30 AM');
  expect(spring).toContain('8:00 AM');
  const autumn = timeChoices(clock, '2026-11-01', nothing, long);
  expect(autumn).toHaveLength(50);
  const labels = autumn.map(({ label }) => label);
  expect(labels.filter((label) => label.startsWith('1:30 AM'))).toEqual(['1:30 AM EDT', '1:30 AM EST']);
  expect(new Set(labels).size).toBe(50);
  expect(autumn.find(({ label }) => label === '8:00 AM')?.start).toBe(at('2026-11-01T13:00:00Z'));
});

test('finds the same time on another day, and the nearest time', () => {
  const sunday = '2026-11-01';
  const half = at('2026-10-31T13:30:00Z');
  expect(sameTime(clock, sunday, 0, half)).toBe(at('2026-11-01T14:30:00Z'));
  expect(nearestChoice(clock, sunday, 0, 9 * 60 + 20)?.label).toBe('9:30 AM');
  const monday = at('2026-11-02T12:00:00Z');
  expect(sameTime(clock, sunday, monday, half)).toBeNull();
  expect(nearestChoice(clock, sunday, monday, 9 * 60 + 20)).toBeNull();
});

test('spanOn clips to the day and handles clock changes', () => {
  const place = (day: string, start: string, end: string) =>
    clock.spanOn(day, { start: at(start), end: at(end) });
  expect(place('2026-11-20', '2026-11-20T14:00:00Z', '2026-11-20T14:30:00Z')).toEqual({
    start: 540,
    end: 570,
  });
  expect(place('2026-11-20', '2026-11-19T14:00:00Z', '2026-11-21T14:30:00Z')).toEqual({
    start: 0,
    end: 1440,
  });
  expect(place('2026-11-20', '2026-11-19T14:00:00Z', '2026-11-20T14:30:00Z')).toEqual({ start: 0, end: 570 });
  expect(place('2026-11-01', '2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z')).toEqual({
    start: 90,
    end: 120,
  });
  expect(clock.timesOf(at('2026-11-20T14:00:00Z'), at('2026-11-20T14:30:00Z'))).toBe('9:00 – 9:30 AM');
});
