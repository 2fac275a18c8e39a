import { type Language, locales } from './language.ts';
import { perLanguage } from './per-language.ts';

/** A Sunday. Without `office-time/days.ts`, which would be part of every page. */
const SUNDAY = '2026-11-22';
const DAY_MS = 86_400_000;

export const formatsIn = perLanguage(formatsOf);

function formatsOf(language: Language) {
  const locale = locales[language];
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  });
  const number = new Intl.NumberFormat(locale);
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    /** 1998 as "$1,998". */
    dollars: (amount: number): string => money.format(amount),
    /** 2500 as "2,500". */
    count: (value: number): string => number.format(value),
    /** "cash, check or direct deposit". */
    orList: (items: readonly string[]): string => list(locale, 'disjunction', items),
    /** "English, Spanish and Polish". */
    andList: (items: readonly string[]): string => list(locale, 'conjunction', items),
    /** "2025-01" as "January 2025". */
    monthAndYear: (text: string): string => month.format(new Date(`${text}-01T00:00:00Z`)),
    /** "08:00" as "8:00 AM". */
    clock: (time: string): string =>
      clock.format(new Date(`${SUNDAY}T${time}:00Z`)).replaceAll('\u202f', ' '),
    /** Weekdays at the beginning of a line: "Monday, Tuesday". 0 is Sunday. */
    weekdays: (days: readonly number[]): string =>
      capitalized(days.map((day) => weekday.format(Date.parse(SUNDAY) + day * DAY_MS)).join(', '), locale),
  };
}

/** Writes numbers and dates as readers of a language expect them in the United States. */
export type Formats = ReturnType<typeof formatsOf>;

function capitalized(text: string, locale: string): string {
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
}

/** Without the comma before the last item, which this product's English does not have. */
function list(locale: string, type: 'disjunction' | 'conjunction', items: readonly string[]): string {
  const parts = new Intl.ListFormat(locale, { type }).formatToParts(items);
  return parts
    .map((part) =>
      part.type === 'literal' && part.value !== ', ' ? part.value.replace(/^,/, '') : part.value,
    )
    .join('');
}
