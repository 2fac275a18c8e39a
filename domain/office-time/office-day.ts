import { daysBetween } from './days.ts';
import { zonedClock } from './zoned.ts';

/** A calendar day in the office's time zone; it decides which tax year a form is for. */
export interface OfficeDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export function officeDay(now: Date, timeZone: string): OfficeDay {
  const [year = 0, month = 0, day = 0] = zonedClock(timeZone).dayOf(now.getTime()).split('-').map(Number);
  return { year, month, day };
}

/** How many midnights of the office have passed since then; at least 0. Moments in milliseconds since 1970. */
export function daysSince(since: number, now: number, timeZone: string): number {
  const { dayOf } = zonedClock(timeZone);
  return Math.max(0, daysBetween(dayOf(since), dayOf(now)));
}

/** The calendar year at a moment, in the office's time zone. */
export function yearIn(timeZone: string, moment: Date): number {
  return officeDay(moment, timeZone).year;
}
