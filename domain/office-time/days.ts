/**
 * Days of the calendar as "2026-11-20", which sorts as it reads. A day is no time: what it begins and ends with
 * depends on where somebody is (`zoned.ts`).
 */

const DAY_MS = 24 * 60 * 60 * 1000;
const SHAPE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** False for what no calendar has, such as February 30. */
export function isDay(text: string): boolean {
  return SHAPE.test(text) && dayFrom(midnightUtc(text)) === text;
}

export function makeDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

export function addDays(day: string, count: number): string {
  return dayFrom(midnightUtc(day) + count * DAY_MS);
}

/** How many days later the second one is. */
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

/** The day's number on the scale of milliseconds since 1970: for reckoning, no moment of anybody's. */
export function midnightUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayFrom(midnight: number): string {
  return Number.isNaN(midnight) ? '' : new Date(midnight).toISOString().slice(0, 10);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
