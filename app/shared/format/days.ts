import { useLanguage } from '#app/language/language.tsx';
import { type Language, locales } from '#domain/language/language.ts';
import { perLanguage } from '#domain/language/per-language.ts';
import { addDays, daysBetween, midnightUtc, weekdayOf } from '#domain/office-time/days.ts';

/** Days of the calendar, such as "2026-11-20", in words. The same in every time zone. */

export const laterDay = (one: string, other: string) => (daysBetween(one, other) > 0 ? other : one);

/** The seven days of the week, from Sunday. */
export function weekOf(day: string): string[] {
  const sunday = addDays(day, -weekdayOf(day));
  return [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(sunday, count));
}

export type DayWords = ReturnType<typeof createDayWords>;

function createDayWords(language: Language) {
  const locale = locales[language];
  // Made when it is needed: no page needs all of them.
  const format = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return () => (made ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));
  };
  const words = (options: Intl.DateTimeFormatOptions) => {
    const one = format(options);
    return (day: string) => one().format(midnightUtc(day));
  };
  const range = (options: Intl.DateTimeFormatOptions) => {
    const one = format(options);
    return (first: string, last: string) =>
      one().formatRange(midnightUtc(first), midnightUtc(last)).replaceAll('\u2009', ' ');
  };
  const dayTitle = words({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
  const shortDay = words({ weekday: 'short', month: 'short', day: 'numeric' });
  const [longRange, shortRange] = [range({ dateStyle: 'long' }), range({ dateStyle: 'medium' })];
  return {
    /** "Friday, November 20". */
    longDay: words({ weekday: 'long', month: 'long', day: 'numeric' }),
    /** "November 20, 2026". */
    longDate: words({ dateStyle: 'long' }),
    /** "Nov 20, 2026". */
    mediumDay: words({ dateStyle: 'medium' }),
    /** "Fri, Nov 20". */
    shortDay,
    shortWeekday: words({ weekday: 'short' }),
    monthName: words({ month: 'long' }),
    dayNumber: words({ day: 'numeric' }),
    /** "Friday, November 20, 2026", or "November 15 – 21, 2026"; in short "Fri, Nov 20" and "Nov 15 – 21, 2026". */
    titleOf(days: readonly string[], isShort = false): string {
      const [first = '', last = first] = [days[0], days.at(-1)];
      if (first === last) return isShort ? shortDay(first) : dayTitle(first);
      return (isShort ? shortRange : longRange)(first, last);
    },
    /** "November 20 – 26", "November 27 – December 3". */
    rangeOf: range({ month: 'long', day: 'numeric' }),
  };
}

export const dayWordsIn = perLanguage(createDayWords);

/** Days in the language of the page. */
export function useDayWords(): DayWords {
  return dayWordsIn(useLanguage());
}
