import { business } from '#app/business.ts';
import { officeTime } from '#app/shared/format/dates.ts';
import { closedBecause } from '#domain/booking/slots.ts';
import { addDays, daysBetween, midnightUtc, weekdayOf } from '#domain/office-time/days.ts';
import { shortZone } from '#domain/office-time/office-time.ts';
import { timeInWords } from '#domain/office-time/words.ts';
import { minutesOfClock, spanOfDay, zonedClock } from '#domain/office-time/zoned.ts';
import type { Span } from './day-layout.ts';

/** Dates and times in the office's time zone, wherever the reader is. */

const { timeZone, hours } = business;
export const clock = zonedClock(timeZone);

export const slotMs = business.calendar.slotMinutes * 60_000;
export const officeHours: Span = { start: minutesOfClock(hours.open), end: minutesOfClock(hours.close) };

export const today = (now = Date.now()) => clock.dayOf(now);
/** The day, or today if the day is over. */
export const todayOrLater = (day: string) => laterDay(day, today());
export const laterDay = (one: string, other: string) => (daysBetween(one, other) > 0 ? other : one);
export const startOfDay = (day: string) => spanOfDay(day, clock).start;
export const endOfDay = (day: string) => spanOfDay(day, clock).end;
export const closedOn = (day: string) => closedBecause(business, day);

/** The seven days of the week, from Sunday. */
export function weekOf(day: string): string[] {
  const sunday = addDays(day, -weekdayOf(day));
  return [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(sunday, count));
}

/** Minutes since midnight on the office's clock. */
export function minutesAt(moment: number): number {
  const { hour, minute } = clock.wallTime(moment);
  return hour * 60 + minute;
}

/**
 * The position of a time range in the column of a day, clipped to the day. The length is real time: when the
 * clocks go back, the wall-clock end of a range may come before its start.
 */
export function spanOn(day: string, start: number, end: number): Span {
  const from = start < startOfDay(day) ? 0 : minutesAt(start);
  if (end >= endOfDay(day)) return { start: from, end: 24 * 60 };
  return start < startOfDay(day)
    ? { start: 0, end: minutesAt(end) }
    : { start: from, end: from + (end - start) / 60_000 };
}

/** "9:30 AM", or "9:30 AM EST" for a reader in another zone. For screens that don't name the time zone. */
export const timeWithZone = officeTime({ hour: 'numeric', minute: '2-digit' });

/** "9:30 AM". */
export const timeOf = (moment: number) => timeInWords(moment, timeZone);

const range = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
/** "9:00 – 9:30 AM". */
export const timesOf = (start: number, end: number) =>
  range.formatRange(start, end).replaceAll(/[\u202f\u2009]/g, ' ');

/** "EST" or "EDT", as at that moment. */
export const zoneAt = (moment: number) => shortZone(moment, timeZone);

const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string) => format.format(midnightUtc(day));
};
/** "Friday, November 20". */
export const longDay = words({ weekday: 'long', month: 'long', day: 'numeric' });
export const shortWeekday = words({ weekday: 'short' });
export const monthName = words({ month: 'long' });
export const dayNumber = words({ day: 'numeric' });
/** "Fri, Nov 20". */
export const shortDay = words({ weekday: 'short', month: 'short', day: 'numeric' });

const dayTitle = words({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const weekRange = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const shortRange = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** "Friday, November 20, 2026", or "November 15 – 21, 2026"; in short "Fri, Nov 20" and "Nov 15 – 21, 2026". */
export function titleOf(days: readonly string[], isShort = false): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  if (first === last) return isShort ? shortDay(first) : dayTitle(first);
  const title = isShort ? shortRange : weekRange;
  return title.formatRange(midnightUtc(first), midnightUtc(last)).replaceAll('\u2009', ' ');
}

/** "Friday, November 20, 9:00 – 9:30 AM". */
export const whenOf = (start: number, end: number) =>
  `${longDay(clock.dayOf(start))}, ${timesOf(start, end)}`;
