import { useLanguage } from '#app/language/language.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import type { Office } from '#domain/business/office.ts';
import { type Language, locales } from '#domain/language/language.ts';
import { perLanguage } from '#domain/language/per-language.ts';
import { shortZone } from '#domain/office-time/office-time.ts';
import { dayInWords, timeInWords, zoneInWords } from '#domain/office-time/words.ts';
import { type ZonedClock, zonedClock } from '#domain/office-time/zoned.ts';

export interface LocalizedTime {
  /** "2:00 PM" in the office's time zone; with the zone's name if that time comes twice that day. */
  office: string;
  /** "11:00 AM" in the visitor's; null if it is the same. */
  own: string | null;
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** The times of appointments, in the office's time zone and in the visitor's. */
export function createAppointmentTimes(
  { timeZone, contact }: Pick<Office, 'timeZone' | 'contact'>,
  visitorZone: string,
  language: Language,
) {
  const office = zonedClock(timeZone);
  const visitor = zonedClock(visitorZone);
  /** "2:00 PM" in the office's time zone. */
  const officeTime = (moment: number) => timeInWords(moment, timeZone, language);
  /** A moment in both time zones. The visitor's weekday is added if their day is another one. */
  const formatTime = (moment: number): LocalizedTime => ({
    office: officeTime(moment),
    own: ownTime(moment, { visitor, office }, language),
  });
  return {
    /** The city of the office's time: "New Haven". */
    city: contact.address.city,
    /** "Eastern Time". */
    zoneName: zoneInWords(timeZone, language),
    officeTime,
    formatTime,
    /** The times of a day. In the night when the clocks go back, a time comes twice: the zone's name is added to both. */
    formatTimes: (moments: readonly number[]) => {
      const formatted = new Map(moments.map((moment) => [moment, formatTime(moment)]));
      const seen = [...formatted.values()].map((time) => time.office);
      const isTwice = (text: string) => seen.indexOf(text) !== seen.lastIndexOf(text);
      for (const [moment, time] of formatted) {
        if (isTwice(time.office))
          formatted.set(moment, { ...time, office: `${time.office} ${shortZone(moment, timeZone)}` });
      }
      return formatted;
    },
    /** "Friday, November 20, 2026", the office's day. */
    dayOfMoment: (moment: number) => dayInWords(office.dayOf(moment), language),
    partOfDay: (moment: number): PartOfDay => {
      const { hour } = office.wallTime(moment);
      if (hour < 12) return 'morning';
      return hour < 17 ? 'afternoon' : 'evening';
    },
  };
}

function ownTime(
  moment: number,
  { visitor, office }: { visitor: ZonedClock; office: ZonedClock },
  language: Language,
): string | null {
  const own = timeInWords(moment, visitor.timeZone, language);
  if (visitor.dayOf(moment) !== office.dayOf(moment))
    return `${weekday(moment, visitor.timeZone, language)} ${own}`;
  return own === timeInWords(moment, office.timeZone, language) ? null : own;
}

function weekday(moment: number, zone: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { timeZone: zone, weekday: 'short' }).format(moment);
}

type AppointmentTimes = ReturnType<typeof createAppointmentTimes>;

/** Several parts of a page need the same clocks. */
const timesIn = perLanguage(() => new WeakMap<Office, AppointmentTimes>());

/** Show `own` times only after the page has loaded: the server doesn't know the visitor's time zone. */
export function useAppointmentTimes(): AppointmentTimes {
  const office = useOffice();
  const language = useLanguage();
  const known = timesIn(language);
  const times =
    known.get(office) ?? createAppointmentTimes(office, visitorZone() ?? office.timeZone, language);
  known.set(office, times);
  return times;
}

function visitorZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;
}
