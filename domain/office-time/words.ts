import { midnightUtc } from './days.ts';

/** "Friday, November 20, 2026". */
export function dayInWords(day: string): string {
  return DAY.format(midnightUtc(day));
}

/** "2:30 PM". */
export function timeInWords(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(moment)
    .replaceAll('\u202f', ' ');
}

/** "Eastern Time". */
export function zoneInWords(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
