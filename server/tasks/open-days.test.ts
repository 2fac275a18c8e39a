import { expect, test } from 'vitest';
import { closedBecause } from '#domain/booking/slots.ts';
import { demoOffice } from '#domain/business/demo-office.ts';
import { addDays } from '#domain/office-time/days.ts';
import { holidayIds } from '#domain/office-time/holidays.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { databaseForFile } from '#tests/support/test-database.ts';

const database = databaseForFile();

const FIRST = '2024-01-01';
/** 12 years have each holiday on each weekday. */
const DAYS = 12 * 366;

test.each([
  ['Monday to Friday, with all holidays', [1, 2, 3, 4, 5], holidayIds, ['2026-12-24', '2027-03-01']],
  ['Tuesday to Saturday, with some holidays', [2, 3, 4, 5, 6], holidayIds.slice(4), []],
  ['every day, without holidays', [0, 1, 2, 3, 4, 5, 6], [], ['2028-02-29']],
])('the database and the calendar agree on the open days: %s', async (_name, days, holidays, closed) => {
  const rules = {
    ...demoOffice,
    hours: { ...demoOffice.hours, days },
    calendar: {
      ...demoOffice.calendar,
      holidays: [...holidays],
      closedOn: closed.map((day) => ({ day, reason: 'Closed' })),
    },
  };
  const rows = await database.query<{ day: string }>(
    `select d::date::text as day from generate_series($1::date, $1::date + $2::int, interval '1 day') as d
     where nutmeg.is_open_day(d::date, $3, $4)`,
    [FIRST, DAYS, JSON.stringify(rules.hours.days), JSON.stringify(rules.calendar)],
  );
  const expected = Array.from({ length: DAYS + 1 }, (_, at) => addDays(FIRST, at)).filter(
    (day) => closedBecause(rules, day) === undefined,
  );
  expect(rows.map(({ day }) => day)).toEqual(expected);
});

test('so many open days after today', async () => {
  const zone = zonedClock(demoOffice.timeZone);
  const tomorrow = addDays(zone.dayOf(Date.now()), 1);
  const closedOn = [{ day: tomorrow, reason: 'Moving' }];
  const facts = { ...demoOffice, calendar: { ...demoOffice.calendar, closedOn } };
  await database.query(
    `insert into public.office_settings (version, source, facts) values (1, 'command', $1)`,
    [JSON.stringify(facts)],
  );
  // With the day of the database: it may be midnight.
  const [found] = await database.query<{ today: string; days: string[] }>(
    `select nutmeg.office_day()::text as today,
       array(select nutmeg.office_day_after(n)::text from unnest(array[1, 2, 5]) with ordinality as d (n, at) order by at) as days`,
  );
  const open = Array.from({ length: 30 }, (_, at) => addDays(found?.today ?? '', at + 1)).filter(
    (day) => closedBecause(facts, day) === undefined,
  );
  expect(found?.days).toEqual([open[0], open[1], open[4]]);
});
