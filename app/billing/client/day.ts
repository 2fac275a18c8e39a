import { useLanguage } from '#app/language/language.tsx';
import { locales } from '#domain/language/language.ts';

/** Writes calendar days: "2026-12-31" as "December 31, 2026". */
export function useDay(): (day: string) => string {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], { dateStyle: 'long', timeZone: 'UTC' });
  return (day) => (day === '' ? '' : format.format(Date.parse(`${day}T00:00:00Z`)));
}
