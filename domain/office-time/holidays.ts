import type { MessageDescriptor } from '@lingui/core';
import { english } from '#domain/language/english.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { addDays, makeDay, weekdayOf, yearOf } from '#domain/office-time/days.ts';

const MONDAY = 1;
const THURSDAY = 4;

/** The federal holidays, by their names in the office's facts. */
const holidays = {
  'new-years-day': { name: msg`New Year’s Day`, on: (year) => makeDay(year, 1, 1) },
  'martin-luther-king-day': { name: msg`Martin Luther King Jr. Day`, on: (year) => nth(3, MONDAY, year, 1) },
  'presidents-day': { name: msg`Presidents’ Day`, on: (year) => nth(3, MONDAY, year, 2) },
  'memorial-day': { name: msg`Memorial Day`, on: (year) => lastMonday(year, 5) },
  juneteenth: { name: msg`Juneteenth`, on: (year) => makeDay(year, 6, 19) },
  'independence-day': { name: msg`Independence Day`, on: (year) => makeDay(year, 7, 4) },
  'labor-day': { name: msg`Labor Day`, on: (year) => nth(1, MONDAY, year, 9) },
  'columbus-day': { name: msg`Columbus Day`, on: (year) => nth(2, MONDAY, year, 10) },
  'veterans-day': { name: msg`Veterans Day`, on: (year) => makeDay(year, 11, 11) },
  thanksgiving: { name: msg`Thanksgiving`, on: (year) => nth(4, THURSDAY, year, 11) },
  christmas: { name: msg`Christmas Day`, on: (year) => makeDay(year, 12, 25) },
} satisfies Record<string, { name: MessageDescriptor; on: (year: number) => string }>;
export type HolidayId = keyof typeof holidays;
export const holidayIds = Object.keys(holidays) as HolidayId[];

export const nameOfHoliday = (id: HolidayId): MessageDescriptor => holidays[id].name;

/** The holiday that closes the office on this day. Where it is closed anyway, it observes the government's day. */
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
      if (date === day) return english(name);
      if (!openDays.includes(weekdayOf(date)) && observed(date) === day)
        return english(observedInstead(english(name)));
    }
  }
  return undefined;
}

const observedInstead = (holiday: string) => msg`${{ holiday }} (observed)`;

/** The name of a holiday, as `holidayOn` says it, in the reader's language. Other texts stay as they are. */
export function holidayName(said: string, t: Translate): string {
  for (const { name } of Object.values(holidays)) {
    const holiday = english(name);
    if (said === holiday) return t(name);
    if (said === english(observedInstead(holiday))) return t(observedInstead(t(name)));
  }
  return said;
}

/** The day on which the government observes a holiday. */
export function observed(date: string): string {
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
