import { addDays, makeDay, weekdayOf, yearOf } from '#domain/office-time/days.ts';

/** The federal holidays, by their names in business.json. */
export const holidayIds = [
  'new-years-day',
  'martin-luther-king-day',
  'presidents-day',
  'memorial-day',
  'juneteenth',
  'independence-day',
  'labor-day',
  'columbus-day',
  'veterans-day',
  'thanksgiving',
  'christmas',
] as const;
export type HolidayId = (typeof holidayIds)[number];

interface Holiday {
  name: string;
  on: (year: number) => string;
}

const MONDAY = 1;
const THURSDAY = 4;

const holidays: Record<HolidayId, Holiday> = {
  'new-years-day': { name: 'New Year’s Day', on: (year) => makeDay(year, 1, 1) },
  'martin-luther-king-day': { name: 'Martin Luther King Jr. Day', on: (year) => nth(3, MONDAY, year, 1) },
  'presidents-day': { name: 'Presidents’ Day', on: (year) => nth(3, MONDAY, year, 2) },
  'memorial-day': { name: 'Memorial Day', on: (year) => lastMonday(year, 5) },
  juneteenth: { name: 'Juneteenth', on: (year) => makeDay(year, 6, 19) },
  'independence-day': { name: 'Independence Day', on: (year) => makeDay(year, 7, 4) },
  'labor-day': { name: 'Labor Day', on: (year) => nth(1, MONDAY, year, 9) },
  'columbus-day': { name: 'Columbus Day', on: (year) => nth(2, MONDAY, year, 10) },
  'veterans-day': { name: 'Veterans Day', on: (year) => makeDay(year, 11, 11) },
  thanksgiving: { name: 'Thanksgiving', on: (year) => nth(4, THURSDAY, year, 11) },
  christmas: { name: 'Christmas Day', on: (year) => makeDay(year, 12, 25) },
};

/**
 * The name of the holiday that closes the office on this day. If the office is closed on that weekday anyway, it
 * observes the government's day: Friday for a Saturday, Monday for a Sunday.
 */
export function holidayOn(
  day: string,
  kept: readonly HolidayId[],
  openDays: readonly number[],
): string | undefined {
  // New Year's Day may be observed on the last day of the year before.
  for (const year of [yearOf(day), yearOf(day) + 1]) {
    for (const id of kept) {
      const { name, on } = holidays[id];
      const date = on(year);
      if (date === day) return name;
      if (!openDays.includes(weekdayOf(date)) && observed(date) === day) return `${name} (observed)`;
    }
  }
  return undefined;
}

function observed(date: string): string {
  const weekday = weekdayOf(date);
  if (weekday === 6) return addDays(date, -1);
  return weekday === 0 ? addDays(date, 1) : date;
}

/** "The fourth Thursday in November." */
function nth(count: number, weekday: number, year: number, month: number): string {
  const first = makeDay(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7);
}

/** For a month with 31 days. */
function lastMonday(year: number, month: number): string {
  const last = makeDay(year, month, 31);
  return addDays(last, -((weekdayOf(last) - MONDAY + 7) % 7));
}
