import { type Language, locales, sourceLanguage } from '#domain/language/language.ts';
import { midnightUtc } from './days.ts';

/** "Friday, November 20, 2026". */
export function dayInWords(day: string, language: Language = sourceLanguage): string {
  return new Intl.DateTimeFormat(locales[language], fullDate).format(midnightUtc(day));
}

/** "2:30 PM". */
export function timeInWords(moment: number, timeZone: string, language: Language = sourceLanguage): string {
  return new Intl.DateTimeFormat(locales[language], { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(moment)
    .replaceAll('\u202f', ' ');
}

/** "Eastern Time", as the zone is called now. */
export function zoneInWords(timeZone: string, language: Language = sourceLanguage): string {
  const format = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return usualZones.get(name) ?? name;
}

const fullDate = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
} as const;

/** What agencies in the United States write in Spanish, where Unicode's names are more literal. */
const usualZones = new Map([
  ['hora oriental', 'hora del Este'],
  ['hora central', 'hora del Centro'],
  ['hora de las Montañas Rocosas', 'hora de la Montaña'],
]);
