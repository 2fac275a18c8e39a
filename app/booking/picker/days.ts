import type { FreeTimes } from '#contract/calendar.ts';
import { addDays, midnightUtc } from '#domain/office-time/days.ts';

export type FreeDay = FreeTimes['days'][number];

/** The number of days that the page shows. */
export const shownDays = 7;

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const weekday = format({ weekday: 'short' });
const number = format({ day: 'numeric' });
const long = format({ weekday: 'long', month: 'long', day: 'numeric' });
const range = format({ month: 'long', day: 'numeric' });

/** "Fri", "20", "Friday, November 20". */
export const weekdayShort = (day: string) => weekday.format(midnightUtc(day));
export const dayNumber = (day: string) => number.format(midnightUtc(day));
export const dayLong = (day: string) => long.format(midnightUtc(day));

/** "November 20 – 26", "November 27 – December 3". */
export function daysInWords(days: readonly FreeDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  return range.formatRange(midnightUtc(first.day), midnightUtc(last.day)).replaceAll('\u2009', ' ');
}

/** A short text about a day's free times. */
export function offer({ times, closed }: FreeDay): string {
  if (times.length > 0) return times.length === 1 ? '1 time' : `${times.length} times`;
  return closed === undefined ? 'Full' : 'Closed';
}

/** Why a day has no times, for screen readers. */
export function offerAloud(day: FreeDay): string {
  if (day.times.length > 0) return `${offer(day)} free`;
  if (day.closed === undefined) return 'no times left';
  return day.closed === 'Closed' ? 'closed' : `closed: ${day.closed}`;
}

/** The days to show first: from the first with a free time, or all days if none has one. */
export function firstShown(days: readonly FreeDay[]): FreeDay[] {
  const week = days.slice(0, shownDays);
  if (week.some(({ times }) => times.length > 0)) return week;
  const later = days.slice(shownDays, 2 * shownDays);
  return later.some(({ times }) => times.length > 0) ? later : week;
}

export const earlier = (day: string, first: string) => {
  const from = addDays(day, -shownDays);
  return from < first ? first : from;
};
export const later = (day: string) => addDays(day, shownDays);
