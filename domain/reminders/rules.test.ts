/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#domain/office-time/days.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import {
  type DueGroup,
  dueNow,
  nextMorning,
  nextReminder,
  type OpenRequest,
  type ReminderRules,
  reminderSources,
  type Standing,
} from './rules.ts';

const zone = 'America/New_York';
const rules: ReminderRules = { isOn: true, afterDays: [3, 7, 14], beforeDays: [3] };
const clock = zonedClock(zone);
const at = (day: string, time = '09:00', timeZone = zone) => zonedClock(timeZone).moment(day, time);
const documents = (day: string, year = 2026): OpenRequest => ({
  source: 'documents',
  year,
  since: at(day, '15:00'),
});
const standing = (over: Partial<Standing> = {}): Standing => ({
  timeZone: zone,
  requests: [documents('2027-02-01')],
  dates: [],
  lastDay: null,
  lastSign: null,
  pausedUntil: null,
  isOff: false,
  ...over,
});

/** Lives through the days as the worker does: looks each morning, and notes what it sent. */
function sentDays(first: string, days: number, start: Standing, its = rules): string[] {
  const sent: string[] = [];
  let now = { ...start };
  let moment = at(first, '00:00', start.timeZone);
  const own = zonedClock(start.timeZone);
  while (daysBetween(first, own.dayOf(moment)) < days) {
    moment = nextMorning(moment, start.timeZone);
    if (dueNow(moment, now, its).length === 0) continue;
    const day = own.dayOf(moment);
    sent.push(day);
    now = { ...now, lastDay: day };
  }
  return sent;
}

describe('a request', () => {
  test('is reminded of after 3, 7 and 14 days', () => {
    expect(sentDays('2027-02-01', 40, standing())).toEqual(['2027-02-04', '2027-02-08', '2027-02-15']);
  });

  test('is not reminded of before 9 or in the evening', () => {
    const due = (time: string) => dueNow(at('2027-02-04', time), standing(), rules).length;
    expect([due('08:59'), due('09:00'), due('19:59'), due('20:00')]).toEqual([0, 1, 1, 0]);
  });

  test('is reminded of before a date of its year', () => {
    const dates = [
      { year: 2026, dueOn: '2027-04-15' },
      { year: 2025, dueOn: '2027-05-01' },
    ];
    const [last, ...others] = sentDays('2027-02-01', 120, standing({ dates })).reverse();
    expect(last).toBe('2027-04-12');
    expect(others).toHaveLength(3);
    expect(dueNow(at('2027-04-12'), standing({ dates }), rules)).toEqual<DueGroup[]>([
      { source: 'documents', year: 2026, count: 1, dueOn: '2027-04-15' },
    ]);
  });

  test('that is done is not reminded of', () => {
    expect(dueNow(at('2027-02-04'), standing({ requests: [] }), rules)).toEqual([]);
  });

  test('waits for a day after any sign of life', () => {
    const seen = standing({ lastSign: at('2027-02-03', '18:00') });
    expect(sentDays('2027-02-01', 10, seen)).toEqual(['2027-02-05', '2027-02-08']);
    expect(nextReminder(at('2027-02-03', '19:00'), seen, rules)?.at).toBe(at('2027-02-05'));
  });

  test('with a due day is reminded of before that day, and then only if it has passed', () => {
    const bill = (since: string, dueOn: string): OpenRequest => ({
      source: 'payment',
      year: null,
      since: at(since),
      dueOn,
    });
    const days = (request: OpenRequest) => sentDays('2027-02-01', 60, standing({ requests: [request] }));
    expect(days(bill('2027-02-01', '2027-02-20'))).toEqual([
      '2027-02-17',
      '2027-02-23',
      '2027-02-27',
      '2027-03-06',
    ]);
    expect(days(bill('2027-02-05', '2027-02-05'))).toEqual(['2027-02-08', '2027-02-12', '2027-02-19']);
    expect(
      dueNow(at('2027-02-17'), standing({ requests: [bill('2027-02-01', '2027-02-20')] }), rules),
    ).toEqual<DueGroup[]>([{ source: 'payment', year: null, count: 1, dueOn: '2027-02-20' }]);
  });

  test('from long ago is not reminded of after an outage', () => {
    expect(dueNow(at('2027-02-10'), standing(), rules)).toHaveLength(1);
    expect(dueNow(at('2027-02-11'), standing(), rules)).toEqual([]);
  });
});

test('everything that is due goes into one reminder, with all that is open of its kind', () => {
  const requests = [
    { source: 'form' as const, year: 2027, since: at('2027-02-01') },
    documents('2027-02-03'),
    documents('2027-02-01'),
  ];
  expect(dueNow(at('2027-02-04'), standing({ requests }), rules)).toEqual<DueGroup[]>([
    { source: 'documents', year: 2026, count: 2, dueOn: null },
    { source: 'form', year: 2027, count: 1, dueOn: null },
  ]);
});

test.each<[string, Partial<Standing>, Partial<ReminderRules>]>([
  ['the office turned them off', {}, { isOn: false }],
  ['staff turned them off', { isOff: true }, {}],
  ['the client paused them', { pausedUntil: at('2027-02-05') }, {}],
  ['the client paused them for good', { pausedUntil: Number.POSITIVE_INFINITY }, {}],
  ['one went out the day before', { lastDay: '2027-02-03' }, {}],
])('none goes out if %s', (_why, over, its) => {
  expect(dueNow(at('2027-02-04'), standing(over), { ...rules, ...its })).toEqual([]);
});

test('the next one is known, and comes after a pause', () => {
  expect(nextReminder(at('2027-02-02'), standing(), rules)?.at).toBe(at('2027-02-04'));
  const paused = standing({ pausedUntil: at('2027-02-06', '12:00') });
  expect(nextReminder(at('2027-02-02'), paused, rules)?.at).toBe(at('2027-02-08'));
  expect(nextReminder(at('2027-03-20'), standing(), rules)).toBeUndefined();
});

test.each([
  ['spring', '2027-03-14', '2027-03-14T13:00:00.000Z'],
  ['fall', '2027-11-07', '2027-11-07T14:00:00.000Z'],
])('on the day when the clock changes in %s, it is 9 once', (_season, day, moment) => {
  const requests = [documents(addDays(day, -3))];
  expect(new Date(nextMorning(at(day, '00:30'), zone)).toISOString()).toBe(moment);
  expect(sentDays(addDays(day, -4), 6, standing({ requests }))).toEqual([day]);
  expect(nextReminder(at(addDays(day, -1)), standing({ requests }), rules)?.at).toBe(Date.parse(moment));
});

const zones = [
  'America/New_York',
  'Pacific/Honolulu',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
];
const day = fc.nat(730).map((days) => addDays('2026-01-01', days));
const anyRequest = fc.record({
  source: fc.constantFrom(...reminderSources),
  year: fc.constantFrom(2025, 2026, null),
  ago: fc.nat(30),
  hour: fc.nat(23),
});

test('across time zones and changes of the clock: mornings only, never two days in a row', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      day,
      fc.array(anyRequest, { maxLength: 6 }),
      (timeZone, first, asked) => {
        const own = zonedClock(timeZone);
        const requests = asked.map(({ source, year, ago, hour }) => ({
          source,
          year,
          since: own.moment(addDays(first, -ago), `${String(hour).padStart(2, '0')}:30`),
        }));
        const days = sentDays(first, 25, standing({ timeZone, requests }));
        for (const [place, sent] of days.entries()) {
          if (place > 0) expect(daysBetween(days[place - 1] ?? '', sent)).toBeGreaterThanOrEqual(2);
          expect(own.wallTime(own.moment(sent, '09:00')).hour).toBe(9);
        }
      },
    ),
  );
});

test('the next morning is at 9, later than now, and at most 25 hours away', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 2e12 }), (timeZone, now) => {
      const morning = nextMorning(now, timeZone);
      const { hour, minute } = zonedClock(timeZone).wallTime(morning);
      expect([hour, minute]).toEqual([9, 0]);
      expect(morning).toBeGreaterThan(now);
      expect(morning - now).toBeLessThanOrEqual(25 * 60 * 60 * 1000);
    }),
  );
});

test('what is known as the next one is what the worker sends', () => {
  fc.assert(
    fc.property(day, fc.array(anyRequest, { maxLength: 4 }), (first, asked) => {
      const requests = asked.map(({ source, year, ago }) => ({
        source,
        year,
        since: at(addDays(first, -ago)),
      }));
      const now = at(first, '00:00');
      const next = nextReminder(now, standing({ requests }), rules);
      const [sent] = sentDays(first, 55, standing({ requests }));
      expect(next && clock.dayOf(next.at)).toBe(sent);
    }),
  );
});
