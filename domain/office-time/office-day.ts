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

/** The calendar year at a moment, in the office's time zone. */
export function yearIn(timeZone: string, moment: Date): number {
  return officeDay(moment, timeZone).year;
}
