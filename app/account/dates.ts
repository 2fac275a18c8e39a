import { business } from '#app/business.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: business.timeZone });

/** "January 5, 2025", as the office's calendar has it. */
export function longDate(iso: string): string {
  return day.format(new Date(iso));
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** "Jan 5, 2025, 3:12 PM", by the reader's own clock. */
export function dateAndTime(iso: string): string {
  return moment.format(new Date(iso));
}
