import { useLanguage } from '#app/language/language.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { type Language, locales } from '#domain/language/language.ts';
import { yearOf } from '#domain/office-time/days.ts';
import { type OfficeTimeOptions, officeTimeFormat } from '#domain/office-time/office-time.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';

export type DateFormats = ReturnType<typeof createDateFormats>;

const timeOptions = { hour: 'numeric', minute: '2-digit' } as const;
const dateAndTimeOptions = { dateStyle: 'medium', timeStyle: 'short' } as const;

/**
 * Formats of dates and times, in the office's time zone and the language of the page. Instants are ISO text or
 * milliseconds. A time gets its zone for a reader in a different one.
 */
export function createDateFormats(timeZone: string, language: Language) {
  const locale = locales[language];
  const reader = Intl.DateTimeFormat().resolvedOptions().timeZone || null;
  const withTime = (options: OfficeTimeOptions) =>
    officeTimeFormat(options, { office: timeZone, reader }, locale);
  const dateOnly = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    return (iso: string) => format.format(new Date(iso));
  };
  const mediumDate = dateOnly({ dateStyle: 'medium' });
  const shortDate = dateOnly({ month: 'short', day: 'numeric' });
  const dateAndTime = withTime(dateAndTimeOptions);
  const shortDateAndTime = withTime({ month: 'short', day: 'numeric', ...timeOptions });
  const { dayOf } = zonedClock(timeZone);
  const isOfThisYear = (moment: string | number) =>
    yearOf(dayOf(new Date(moment).getTime())) === yearOf(dayOf(Date.now()));
  return {
    /** "January 5, 2025". */
    longDate: dateOnly({ dateStyle: 'long' }),
    /** "Jan 5, 2025". */
    mediumDate,
    /** "Jan 5", with the year if it is not this one. */
    recentDate: (iso: string) => (isOfThisYear(iso) ? shortDate : mediumDate)(iso),
    /** "3:12 PM". */
    time: withTime(timeOptions),
    /** "Jan 5, 2025, 3:12 PM". */
    dateAndTime,
    /** "Jan 5, 3:12 PM". */
    shortDateAndTime,
    /** "Jan 5, 3:12 PM", with the year if it is not this one. */
    recentDateAndTime: (moment: string | number) =>
      (isOfThisYear(moment) ? shortDateAndTime : dateAndTime)(moment),
    /** "Jan 5, 2025, 3:12 PM EST": for signatures and paper, which can be read anywhere. */
    dateTimeAndZone: officeTimeFormat(dateAndTimeOptions, { office: timeZone, reader: null }, locale),
  };
}

/** The last moment before an end, to show as a day: a consent until June 30 ends when July 1 begins. */
export const lastMoment = (end: string) => new Date(Date.parse(end) - 1).toISOString();

/** Creating formats is slow, and every row of a list needs them. */
const known = new Map<string, DateFormats>();

export function useDates(): DateFormats {
  const { timeZone } = useOffice();
  const language = useLanguage();
  const key = `${language} ${timeZone}`;
  const formats = known.get(key) ?? createDateFormats(timeZone, language);
  known.set(key, formats);
  return formats;
}
