import { useLanguage } from '#app/language/language.tsx';
import { locales } from '#domain/language/language.ts';

/** Writes calendar days for dense screens: "2026-12-31" as "Dec 31, 2026". */
export function useShortDay(): (day: string) => string {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => format.format(Date.parse(`${day}T00:00:00Z`));
}
