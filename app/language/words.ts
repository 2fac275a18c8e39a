import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { formatsIn } from '#domain/language/formats.ts';
import { isLanguage, type Language, locales, sourceLanguage } from '#domain/language/language.ts';
import type { Reader } from '#domain/language/translate.ts';

/** The texts of a language, as far as they are here. English ones are in the code. */
export interface Words {
  readonly i18n: I18n;
  /** The same with the office's words in place of ours. In the browser, they stay for the life of a document. */
  with(wording: Messages | undefined): I18n;
  /** Resolves when the texts of a route are here; undefined if they are already. */
  load(route: string): Promise<void> | undefined;
  /** The texts that a page of this route brings to the browser; null if it needs none. */
  forPage(route: string): PageWords | null;
}

export interface PageWords {
  /** Where the texts of other routes are. */
  folder: string;
  route: string;
  messages: Messages;
}

/** The id of the element that has the page's words as JSON. */
export const PAGE_WORDS = 'page-words';

/** Set by the server's entry. The browser reads them from the page. */
const provided = new Map<Language, Words>();

export function provideWords(language: Language, words: Words): void {
  provided.set(language, words);
}

/**
 * React Aria's own texts and formats follow this mark, which it reads once when it is loaded. Its provider would be part
 * of every page, also of those without it.
 */
if (typeof document !== 'undefined') {
  const { lang } = document.documentElement;
  if (isLanguage(lang)) Reflect.set(window, Symbol.for('react-aria.i18n.locale'), locales[lang]);
}

/** A page is in one language until the browser loads another document. */
export function wordsIn(language: Language): Words {
  const words = provided.get(language) ?? wordsOfDocument(language);
  provided.set(language, words);
  return words;
}

function wordsOfDocument(language: Language): Words {
  if (typeof document === 'undefined') return browserWords(language, null);
  const { lang, dataset } = document.documentElement;
  const isOwn = language === lang;
  const element = isOwn ? document.getElementById(PAGE_WORDS) : null;
  // What a client gets on paper is in the client's language, not in that of the page. English is in the code.
  const folder = !isOwn && language !== sourceLanguage && dataset.words;
  return browserWords(
    language,
    element
      ? JSON.parse(element.textContent)
      : folder
        ? { folder: `${folder}/${language}`, route: '', messages: {} }
        : null,
  );
}

let providedFolder: string | undefined;

/** Set by the server's entry, with the words. */
export function provideWordsFolder(folder: string): void {
  providedFolder = folder;
}

/** Where the texts of all languages are, for the page's `data-words`. */
export const wordsFolder = (): string | undefined =>
  typeof document === 'undefined' ? providedFolder : document.documentElement.dataset.words;

/** How to write on a page in this language. For a route's `meta`; components use `useLingui` and `useFormats`. */
export function readerIn(language: Language, wording?: Messages): Reader {
  const i18n = wordsIn(language).with(wording);
  return { language, t: (message) => i18n._(message), formats: formatsIn(language) };
}

/** Begins with the texts that came with the page, and fetches those of other routes. Null: they are in the code. */
export function browserWords(
  language: Language,
  page: PageWords | null,
  fetchJson = async (url: string): Promise<Messages> => (await fetch(url)).json(),
): Words {
  const i18n = i18nOf(language, { ...page?.messages });
  const loads = new Map<string, Promise<void> | undefined>([[page?.route ?? '', undefined]]);
  let own: Messages | undefined;
  return {
    i18n,
    with(wording) {
      if (wording && wording !== own) {
        own = wording;
        i18n.load(language, own);
      }
      return i18n;
    },
    load(route) {
      if (page && !loads.has(route)) {
        const load = fetchJson(`${page.folder}/${route}.json`)
          .then((messages) => i18n.load(language, { ...messages, ...own }))
          // The page is shown in English rather than not at all.
          .catch((error: unknown) => console.warn(`The words of ${route} could not be loaded.`, error))
          .finally(() => loads.set(route, undefined));
        loads.set(route, load);
      }
      return loads.get(route);
    },
    forPage: () => page,
  };
}

export function i18nOf(language: Language, messages: Messages): I18n {
  const i18n = setupI18n({ messages: { [language]: messages } });
  i18n.activate(language, locales[language]);
  return i18n;
}
