import { business } from '#app/business.ts';
import { type OfficeTimeOptions, officeTimeFormat } from '#domain/office-time/office-time.ts';

const office = business.timeZone;
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: office });

/** "January 5, 2025", in the office's time zone. */
export function longDate(iso: string): string {
  return day.format(new Date(iso));
}

/** Formats times by the office's clocks, and adds the zone for a reader in a different one. */
export function officeTime(options: OfficeTimeOptions): (moment: string | number) => string {
  return officeTimeFormat(options, {
    office,
    reader: Intl.DateTimeFormat().resolvedOptions().timeZone || null,
  });
}

const dateAndTimeOptions = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** "Jan 5, 2025, 3:12 PM". */
export const dateAndTime = officeTime(dateAndTimeOptions);

/** "Jan 5, 2025, 3:12 PM EST": for signatures and paper, which can be read anywhere. */
export const dateTimeAndZone = officeTimeFormat(dateAndTimeOptions, { office, reader: null });
