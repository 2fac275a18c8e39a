import { useLanguage } from '#app/language/language.tsx';
import { dayWordsIn, laterDay } from '#app/shared/format/days.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { type CalendarRules, closedBecause } from '#domain/booking/slots.ts';
import type { Office } from '#domain/business/office.ts';
import { type Language, locales, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { perLanguage } from '#domain/language/per-language.ts';
import type { Translate } from '#domain/language/translate.ts';
import { holidayName } from '#domain/office-time/holidays.ts';
import { shortZone } from '#domain/office-time/office-time.ts';
import { minutesOfClock, spanOfDay, zonedClock } from '#domain/office-time/zoned.ts';
import type { Span } from './day-layout.ts';

export type OfficeClock = ReturnType<typeof createOfficeClock>;

/** Dates and times in the office's time zone, wherever the reader is, and the office's hours. */
export function createOfficeClock(rules: CalendarRules, language: Language = sourceLanguage) {
  const { timeZone, hours, calendar } = rules;
  const clock = zonedClock(timeZone);
  const times = new Intl.DateTimeFormat(locales[language], { timeZone, hour: 'numeric', minute: '2-digit' });
  const { longDay } = dayWordsIn(language);

  const today = (now = Date.now()) => clock.dayOf(now);
  const startOfDay = (day: string) => spanOfDay(day, clock).start;
  const endOfDay = (day: string) => spanOfDay(day, clock).end;
  /** Since midnight on the office's clock. */
  const minutesAt = (moment: number) => {
    const { hour, minute } = clock.wallTime(moment);
    return hour * 60 + minute;
  };
  const plainSpaces = (words: string) => words.replaceAll(/[\u202f\u2009]/g, ' ');
  /** "9:00 – 9:30 AM". */
  const timesOf = (start: number, end: number) => plainSpaces(times.formatRange(start, end));
  /** "Friday, November 20, 9:00 – 9:30 AM". */
  const whenOf = (start: number, end: number) => `${longDay(clock.dayOf(start))}, ${timesOf(start, end)}`;

  return {
    ...clock,
    slotMs: calendar.slotMinutes * 60_000,
    /** How many appointments can be at the same time. */
    capacity: calendar.capacity,
    /** In minutes since midnight. */
    hours: { start: minutesOfClock(hours.open), end: minutesOfClock(hours.close) },
    hoursOn: (day: string) => ({ start: clock.moment(day, hours.open), end: clock.moment(day, hours.close) }),
    /** Why the office is closed; undefined if it is open. */
    closedOn: (day: string) => closedBecause(rules, day),
    today,
    /** The day, or today if the day is over. */
    todayOrLater: (day: string) => laterDay(day, today()),
    startOfDay,
    endOfDay,
    minutesAt,
    /**
     * The position of a time range in the column of a day, clipped to the day. The length is real time: when the
     * clocks go back, the wall-clock end of a range may come before its start.
     */
    spanOn: (day: string, { start, end }: Span): Span => {
      const from = start < startOfDay(day) ? 0 : minutesAt(start);
      if (end >= endOfDay(day)) return { start: from, end: 24 * 60 };
      return start < startOfDay(day)
        ? { start: 0, end: minutesAt(end) }
        : { start: from, end: from + (end - start) / 60_000 };
    },
    /** "9:30 AM". */
    timeOf: (moment: number) => plainSpaces(times.format(moment)),
    timesOf,
    whenOf,
    /** The same of an appointment; null if it has no time yet. */
    whenBooked: ({ starts_at, ends_at }: { starts_at: string | null; ends_at: string | null }) =>
      starts_at === null || ends_at === null ? null : whenOf(Date.parse(starts_at), Date.parse(ends_at)),
    /** "EST" or "EDT", as at that moment. */
    zoneAt: (moment: number) => shortZone(moment, timeZone),
  };
}

/** Why the office is closed, in the reader's language: a holiday, a weekday without hours, or the office's own words. */
export function closedWords(reason: string, t: Translate): string {
  return reason === 'Closed' ? t(msg({ message: 'Closed', context: 'office' })) : holidayName(reason, t);
}

const clocksIn = perLanguage(() => new WeakMap<Office, OfficeClock>());

/** Always the same object: it can be a dependency of effects. */
export function useOfficeClock(): OfficeClock {
  const office = useOffice();
  const language = useLanguage();
  const known = clocksIn(language);
  const clock = known.get(office) ?? createOfficeClock(office, language);
  known.set(office, clock);
  return clock;
}
