import { addDays, makeDay, weekdayOf, yearOf } from '#domain/office-time/days.ts';
import { holidayIds, holidayOn, observed } from '#domain/office-time/holidays.ts';

const WORKDAYS = [1, 2, 3, 4, 5];

/** Month, day, and the years after the tax year. IRS Publications 505 (estimated tax) and 509 (tax calendars). */
const usual = {
  extension: [10, 15, 1],
  estimated_q1: [4, 15, 0],
  estimated_q2: [6, 15, 0],
  estimated_q3: [9, 15, 0],
  estimated_q4: [1, 15, 1],
} satisfies Record<string, readonly [month: number, day: number, yearsLater: number]>;
/** Those for which the IRS names the day. */
export type UsualKind = keyof typeof usual;
export type DateKind = UsualKind | 'other';
/** The kinds of a client's date. The database has the same. */
export const dateKinds: readonly DateKind[] = [...(Object.keys(usual) as UsualKind[]), 'other'];

export function isDateKind(word: string): word is DateKind {
  return dateKinds.some((kind) => kind === word);
}

/** The day on which this is due for a tax year: the next business day if the usual one is none. */
export function usualDueDate(kind: UsualKind, taxYear: number): string {
  const [month, day, yearsLater] = usual[kind];
  return businessDayFrom(makeDay(taxYear + yearsLater, month, day));
}

/** The tax year and day that come next, today included. */
export function nextUsualDate(kind: UsualKind, today: string): { year: number; dueOn: string } {
  let year = yearOf(today) - usual[kind][2];
  while (usualDueDate(kind, year) < today) year++;
  return { year, dueOn: usualDueDate(kind, year) };
}

/** This day, or the first one after it that is no weekend and no holiday (section 7503 of the tax code). */
export function businessDayFrom(day: string): string {
  let next = day;
  while (!isBusinessDay(next)) next = addDays(next, 1);
  return next;
}

function isBusinessDay(day: string): boolean {
  // A holiday of the District of Columbia, which counts for the IRS like a federal one.
  const emancipationDay = observed(makeDay(yearOf(day), 4, 16));
  return (
    WORKDAYS.includes(weekdayOf(day)) &&
    holidayOn(day, holidayIds, WORKDAYS) === undefined &&
    day !== emancipationDay
  );
}
