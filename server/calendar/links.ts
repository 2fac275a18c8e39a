import { type Language, localizePath } from '#domain/language/language.ts';

/** The page to move or cancel an appointment. The ticket is in the fragment, which is not sent to servers or logged. */
export function changeLink(siteUrl: string, ticket: string, language: Language): string {
  return `${siteUrl}${localizePath('/calendar', language)}#ticket=${ticket}`;
}
