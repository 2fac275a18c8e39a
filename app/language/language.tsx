import type { Messages } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { type ReactNode, use } from 'react';
import { useMatches } from 'react-router';
import { formatsIn } from '#domain/language/formats.ts';
import { isLanguage, type Language, sourceLanguage } from '#domain/language/language.ts';
import { PAGE_WORDS, wordsIn } from './words.ts';

interface ProviderProps {
  language: Language;
  /** The office's words in place of ours. */
  wording?: Messages | undefined;
  children: ReactNode;
}

/** Makes the page's texts available to the components in it. Waits for them when the reader goes to another page. */
export function LanguageProvider({ language, wording, children }: ProviderProps) {
  const route = usePageRoute();
  const words = wordsIn(language);
  const load = words.load(route);
  if (load) use(load);
  return <I18nProvider i18n={words.with(wording)}>{children}</I18nProvider>;
}

/** The words of the page for the browser, whose scripts have only the English ones. */
export function PageWordsScript({ language }: { language: Language }) {
  const words = wordsIn(language).forPage(usePageRoute());
  if (words === null) return null;
  // Data, which the content security policy does not restrict. In JSON, "<" is only in strings.
  const json = JSON.stringify(words).replaceAll('<', '\\u003c');
  return (
    <script
      id={PAGE_WORDS}
      type="application/json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
      dangerouslySetInnerHTML={{ __html: json }}
      suppressHydrationWarning
    />
  );
}

/** The id of the innermost route, which names the page's words. */
function usePageRoute(): string {
  return useMatches().at(-1)?.id ?? 'root';
}

export function useLanguage(): Language {
  const { locale } = useLingui().i18n;
  return isLanguage(locale) ? locale : sourceLanguage;
}

export function useFormats() {
  return formatsIn(useLanguage());
}
