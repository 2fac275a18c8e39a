import type { MessageDescriptor } from '@lingui/core';
import type { FreeTimes } from '#contract/calendar.ts';
import { holidayName } from '#domain/booking/holidays.ts';
import { type Language, locales } from '#domain/language/language.ts';
import { msg, plural } from '#domain/language/message.ts';
import { perLanguage } from '#domain/language/per-language.ts';
import type { Translate } from '#domain/language/translate.ts';
import { addDays, midnightUtc } from '#domain/office-time/days.ts';

export type FreeDay = FreeTimes['days'][number];

/** The number of days that the page shows. */
export const shownDays = 7;

/** How the picker writes days. */
interface DayFormats {
  /** "Fri". */
  weekdayShort(day: string): string;
  /** "20". */
  dayNumber(day: string): string;
  /** "Friday, November 20". */
  dayLong(day: string): string;
  /** "November 20 – 26", "November 27 – December 3". */
  daysInWords(days: readonly FreeDay[]): string;
}

export const dayFormats = perLanguage(createDayFormats);

function createDayFormats(language: Language): DayFormats {
  const locale = locales[language];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const weekday = format({ weekday: 'short' });
  const number = format({ day: 'numeric' });
  const long = format({ weekday: 'long', month: 'long', day: 'numeric' });
  const range = format({ month: 'long', day: 'numeric' });
  return {
    weekdayShort: (day) => weekday.format(midnightUtc(day)),
    dayNumber: (day) => number.format(midnightUtc(day)),
    dayLong: (day) => long.format(midnightUtc(day)),
    daysInWords: (days) => {
      const [first, last] = [days[0], days.at(-1)];
      if (!first || !last) return '';
      return range.formatRange(midnightUtc(first.day), midnightUtc(last.day)).replaceAll('\u2009', ' ');
    },
  };
}

/** A short text about a day's free times. */
export function offer({ times: { length: count }, closed }: FreeDay): MessageDescriptor {
  if (count > 0) return msg`${plural({ count }, { one: '# time', other: '# times' })}`;
  return closed === undefined ? msg({ message: 'Full', context: 'a day without free times' }) : msg`Closed`;
}

/**
 * Why a day has no times, for screen readers.
 * @param reason why the office is closed, in the reader's language, if it is no holiday
 */
export function offerAloud(
  { times: { length: count }, closed }: FreeDay,
  t: Translate,
  reason = holidayName(closed ?? '', t),
): string {
  if (count > 0) return t(msg`${plural({ count }, { one: '# time free', other: '# times free' })}`);
  if (closed === undefined) return t(msg`no times left`);
  return closed === 'Closed' ? t(msg`closed`) : t(msg`closed: ${{ reason }}`);
}

/** The days to show first: from the first with a free time, or all days if none has one. */
export function firstShown(days: readonly FreeDay[]): FreeDay[] {
  const week = days.slice(0, shownDays);
  if (week.some(({ times }) => times.length > 0)) return week;
  const later = days.slice(shownDays, 2 * shownDays);
  return later.some(({ times }) => times.length > 0) ? later : week;
}

export const earlier = (day: string, first: string) => {
  const from = addDays(day, -shownDays);
  return from < first ? first : from;
};
export const later = (day: string) => addDays(day, shownDays);
