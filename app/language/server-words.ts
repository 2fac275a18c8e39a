import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { isLanguage, sourceLanguage } from '#domain/language/language.ts';
import { i18nOf, provideWords, provideWordsFolder, type Words } from './words.ts';

/** What the build knows of the texts (scripts/language/page-words.mjs). */
export interface AllWords {
  folder: string;
  /** The ids of the texts that each route needs. Every page needs those of "root". */
  routes: Record<string, string[]>;
  languages: Record<string, Messages>;
}

/** On the server: all texts of all languages. */
export function provideAllWords({ folder, routes, languages }: AllWords): void {
  provideWordsFolder(folder);
  provideWords(sourceLanguage, { ...onServer(i18nOf(sourceLanguage, {})), forPage: () => null });
  for (const [language, messages] of Object.entries(languages)) {
    if (!isLanguage(language)) throw new Error(`locales/${language} is not in domain/language/language.ts.`);
    const of = (route: string) =>
      (routes[route] ?? []).flatMap((id) => (messages[id] ? [[id, messages[id]]] : []));
    provideWords(language, {
      ...onServer(i18nOf(language, messages)),
      forPage: (route) => ({
        folder: `${folder}/${language}`,
        route,
        messages: Object.fromEntries([...of('root'), ...of(route)]),
      }),
    });
  }
}

/** Pages with other words are rendered at the same time, so ours are copied, once for each rendered page. */
function onServer(i18n: I18n): Omit<Words, 'forPage'> {
  const made = new WeakMap<Messages, I18n>();
  return {
    i18n,
    load: () => undefined,
    with(wording) {
      if (!wording) return i18n;
      const known = made.get(wording);
      if (known) return known;
      const { locale, locales } = i18n;
      const own = setupI18n({ messages: { [locale]: { ...i18n.messages, ...wording } } });
      own.activate(locale, locales);
      made.set(wording, own);
      return own;
    },
  };
}
