import { business } from '#app/business.ts';
import { dayInWords, timeInWords, zoneInWords } from '#domain/office-time/words.ts';
import { type ZonedClock, zonedClock } from '#domain/office-time/zoned.ts';

const { timeZone, contact } = business;

/** Where the office's times are told: "New Haven". */
export const city = contact.address.city;
export const officeZone = zoneInWords(timeZone);
const office = zonedClock(timeZone);

export interface ToldTime {
  /** "2:00 PM", by the office's clocks; with the zone where they show it twice that day. */
  office: string;
  /** "11:00 AM", by the visitor's; null where it would say the same. */
  own: string | null;
}

/** The zone of whoever looks at the page. Only in a browser: the prerendered page has no visitor. */
export function visitorZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || timeZone;
}

/** A moment as both clocks show it. A visitor's day is named where it is another one. */
export function tellTime(moment: number, zone: string): ToldTime {
  const here = timeInWords(moment, timeZone);
  const own = timeInWords(moment, zone);
  const otherDay = zonedClock(zone).dayOf(moment) !== office.dayOf(moment);
  if (own === here && !otherDay) return { office: here, own: null };
  return { office: here, own: otherDay ? `${weekday(moment, zone)} ${own}` : own };
}

/** The times of a day. In the night when the clocks go back, one time comes twice: the zone tells them apart. */
export function tellTimes(moments: readonly number[], zone: string): Map<number, ToldTime> {
  const told = new Map(moments.map((moment) => [moment, tellTime(moment, zone)]));
  const seen = [...told.values()].map((time) => time.office);
  const isTwice = (text: string) => seen.indexOf(text) !== seen.lastIndexOf(text);
  for (const [moment, time] of told) {
    if (isTwice(time.office)) told.set(moment, { ...time, office: `${time.office} ${shortZone(moment)}` });
  }
  return told;
}

/** "Friday, November 20, 2026", the office's day. */
export function dayOfMoment(moment: number): string {
  return dayInWords(office.dayOf(moment));
}

export type PartOfDay = 'Morning' | 'Afternoon' | 'Evening';

export function partOfDay(moment: number, clock: ZonedClock = office): PartOfDay {
  const { hour } = clock.wallTime(moment);
  if (hour < 12) return 'Morning';
  return hour < 17 ? 'Afternoon' : 'Evening';
}

function weekday(moment: number, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(moment);
}

function shortZone(moment: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
