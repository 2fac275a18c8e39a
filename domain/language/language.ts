/** The language of a page, and the addresses of the same page in the other ones. */

/** English is the source: its texts are in the code. Each other language has a folder in locales/. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];
export const sourceLanguage = 'en' satisfies Language;

/** For numbers and dates: American habits in each language. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** What each language calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' };

/** Pages behind the login have one address: a link that staff copy opens in the language of its reader. */
const ONE_ADDRESS = ['/account', '/secured-files', '/manage'];

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** The language that an address is in: "/es/fees" is Spanish. Null for a page that has one address. */
export function languageOf(path: string): Language | null {
  const { language, rest } = split(path);
  return hasOneAddress(rest) ? null : language;
}

/** The address of the same page in another language: "/fees?q=1" in Spanish is "/es/fees?q=1". */
export function localizePath(path: string, language: Language): string {
  const { rest } = split(path);
  if (language === sourceLanguage || hasOneAddress(rest)) return rest;
  return rest.replace(/^\/(?=[?#]|$)|^/, `/${language}`);
}

/** The addresses of a page in all its languages, the source language first. Empty for a page that has one address. */
export function alternates(path: string): { language: Language; path: string }[] {
  if (languageOf(path) === null) return [];
  return languages.map((language) => ({ language, path: localizePath(path, language) }));
}

/**
 * The path of a link in a mail. For a page that has one address, it also brings the language, so that it opens in the
 * mail's: "/es/account" leads to "/account" and remembers Spanish.
 */
export function pathInMail(path: string, language: Language): string {
  return language === sourceLanguage ? path : `/${language}${path}`;
}

/** The language that an address begins with, also that of a page that has one address. */
export function languageBefore(path: string): Language {
  return split(path).language;
}

function hasOneAddress(path: string): boolean {
  return ONE_ADDRESS.some(
    (start) => path === start || (/^[/?#]/.test(path.slice(start.length)) && path.startsWith(start)),
  );
}

/** The language that a path begins with, and the path without it, which begins with a slash. */
function split(path: string): { language: Language; rest: string } {
  const [, first = '', after = ''] = /^\/([^/?#]*)(.*)$/s.exec(path) ?? [];
  if (first === sourceLanguage || !isLanguage(first)) return { language: sourceLanguage, rest: path };
  return { language: first, rest: after.startsWith('/') ? after : `/${after}` };
}
