import type { Language } from '#domain/language/language.ts';
import { zoneInWords } from './words.ts';

const LONGEST = 64;

/** Whether it is a name in the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  if (name.length > LONGEST || !/^[A-Za-z0-9_+/-]+$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** "Eastern Time" for America/New_York. Undefined for names that this browser doesn't know. */
export function knownZoneInWords(name: string | null, language: Language): string | undefined {
  return name !== null && isTimeZone(name) ? zoneInWords(name, language) : undefined;
}
