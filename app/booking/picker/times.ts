import { business } from '#app/business.ts';
import { shortZone } from '#domain/office-time/office-time.ts';
import { dayInWords, timeInWords, zoneInWords } from '#domain/office-time/words.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';

const { timeZone, contact } = business;

/** The city of the office's time: "New Haven". */
export const city = contact.address.city;
export const officeZone = zoneInWords(timeZone);
const office = zonedClock(timeZone);

export interface LocalizedTime {
  /** "2:00 PM" in the office's time zone; with the zone's name if that time comes twice that day. */
  office: string;
  /** "11:00 AM" in the visitor's; null if it is the same. */
  own: string | null;
}

/** The time zone of the browser. Don't call it while the page is prerendered. */
export function visitorZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || timeZone;
}

/** A moment in both time zones. The visitor's weekday is added if their day is another one. */
export function formatTime(moment: number, zone: string): LocalizedTime {
  const here = timeInWords(moment, timeZone);
  const own = timeInWords(moment, zone);
  const otherDay = zonedClock(zone).dayOf(moment) !== office.dayOf(moment);
  if (own === here && !otherDay) return { office: here, own: null };
  return { office: here, own: otherDay ? `${weekday(moment, zone)} ${own}` : own };
}

/** The times of a day. In the night when the clocks go back, a time comes twice: the zone's name is added to both. */
export function formatTimes(moments: readonly number[], zone: string): Map<number, LocalizedTime> {
  const formatted = new Map(moments.map((moment) => [moment, formatTime(moment, zone)]));
  const seen = [...formatted.values()].map((time) => time.office);
  const isTwice = (text: string) => seen.indexOf(text) !== seen.lastIndexOf(text);
  for (const [moment, time] of formatted) {
    if (isTwice(time.office))
      formatted.set(moment, { ...time, office: `${time.office} ${shortZone(moment, timeZone)}` });
  }
  return formatted;
}

/** "Friday, November 20, 2026", the office's day. */
export function dayOfMoment(moment: number): string {
  return dayInWords(office.dayOf(moment));
}

export type PartOfDay = 'Morning' | 'Afternoon' | 'Evening';

export function partOfDay(moment: number): PartOfDay {
  const { hour } = office.wallTime(moment);
  if (hour < 12) return 'Morning';
  return hour < 17 ? 'Afternoon' : 'Evening';
}

function weekday(moment: number, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(moment);
}
