import { choiceCookie, chosenLanguage, preferredLanguage } from '#domain/language/choice.ts';
import { type Language, sourceLanguage } from '#domain/language/language.ts';

/** For the pages that have one address, and for the offer of another language. */
export function rememberLanguage(language: Language): void {
  if (chosenLanguage(document.cookie) !== language) {
    // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have a cookie store
    document.cookie = choiceCookie(language);
  }
}

/** The language that the reader chose before, or that the browser asks for. */
export function wantedLanguage(): Language | null {
  return chosenLanguage(document.cookie) ?? preferredLanguage(navigator.languages);
}

/** For what a visitor sends, so that our mails are in the language of the page. Without it they are in English. */
export function otherLanguage(language: Language): { language?: Language } {
  return language === sourceLanguage ? {} : { language };
}
