import { type Language, locales } from './language.ts';
import { perLanguage } from './per-language.ts';

/** A Sunday. Without `office-time/days.ts`, which would be part of every page. */
const SUNDAY = '2026-11-22';
const DAY_MS = 86_400_000;

/** Writes numbers and dates as readers of a language expect them in the United States. */
export interface Formats {
  /** 1998 as "$1,998". */
  dollars(amount: number): string;
  /** 2500 as "2,500". */
  count(value: number): string;
  /** "cash, check or direct deposit". */
  orList(items: readonly string[]): string;
  /** "English, Spanish and Polish". */
  andList(items: readonly string[]): string;
  /** "2025-01" as "January 2025". */
  monthAndYear(month: string): string;
  /** "08:00" as "8:00 AM". */
  clock(time: string): string;
  /** Weekdays at the beginning of a line: "Monday, Tuesday". 0 is Sunday. */
  weekdays(days: readonly number[]): string;
}

export const formatsIn = perLanguage(formatsOf);

function formatsOf(language: Language): Formats {
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
    dollars: (amount) => money.format(amount),
    count: (value) => number.format(value),
    orList: (items) => list(locale, 'disjunction', items),
    andList: (items) => list(locale, 'conjunction', items),
    monthAndYear: (text) => month.format(new Date(`${text}-01T00:00:00Z`)),
    clock: (time) => clock.format(new Date(`${SUNDAY}T${time}:00Z`)).replaceAll('\u202f', ' '),
    weekdays: (days) =>
      capitalized(days.map((day) => weekday.format(Date.parse(SUNDAY) + day * DAY_MS)).join(', '), locale),
  };
}

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
