/**
 * Calendar days as "2026-11-20", which sort as text. When a day begins and ends depends on the time zone (`zoned.ts`).
 */

const DAY_MS = 24 * 60 * 60 * 1000;
const SHAPE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** False for days that don't exist, such as February 30. */
export function isDay(text: string): boolean {
  return SHAPE.test(text) && dayFrom(midnightUtc(text)) === text;
}

/** A day in this century: while "2026" is typed, a date field has the year 2. */
export const isPlausibleDay = (text: string) => isDay(text) && text.startsWith('20');

export function makeDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

export function addDays(day: string, count: number): string {
  return dayFrom(midnightUtc(day) + count * DAY_MS);
}

/** The number of days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return (midnightUtc(second) - midnightUtc(first)) / DAY_MS;
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(midnightUtc(day)).getUTCDay();
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** The day's midnight in UTC, in milliseconds since 1970: for arithmetic, not as a moment in the office. */
export function midnightUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayFrom(midnight: number): string {
  return Number.isNaN(midnight) ? '' : new Date(midnight).toISOString().slice(0, 10);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
