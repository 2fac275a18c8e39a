import type { Messages } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLanguage } from '#app/language/language.tsx';
import { i18nOf } from '#app/language/words.ts';
import type { OwnLetterWords } from '#contract/office.ts';
import { type Language, sourceLanguage } from '#domain/language/language.ts';
import type { Translate } from '#domain/language/translate.ts';
import { callOwn } from '../api/own-fetch.ts';

/** The texts around what staff write to a client (domain/contact). English ones are in the code. */
const catalogs = import.meta.glob<{ messages: Messages }>('../../../locales/*/domain/contact.po');

const ourWordsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['letter-words', 'ours', language],
    queryFn: async (): Promise<Messages> => {
      const load = catalogs[`../../../locales/${language}/domain/contact.po`];
      if (load) return (await load()).messages;
      if (language === sourceLanguage) return {};
      throw new Error(`no letters in ${language}`);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const ownWordsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['letter-words', 'own', language],
    queryFn: () => callOwn<OwnLetterWords>(`/functions/v1/office/own-words?language=${language}`),
    staleTime: 60_000,
  });

/**
 * Translates texts of domain/contact as a client's mails have them: in the client's language, which may not be the page's,
 * and with the office's words in place of ours. Undefined until the texts of another language are here.
 */
export function useLetterTexts(language: Language): Translate | undefined {
  const { t } = useLingui();
  const isOfPage = language === useLanguage();
  const { data: ours } = useQuery({ ...ourWordsQuery(language), enabled: !isOfPage });
  const { data: own } = useQuery(ownWordsQuery(language));
  const base = isOfPage ? t : ours && translateWith(language, ours);
  return base && (own ? withOwnWords(base, language, own) : base);
}

function withOwnWords(base: Translate, language: Language, own: OwnLetterWords): Translate {
  const translate = translateWith(language, own);
  return (message) => (Object.hasOwn(own, message.id) ? translate(message) : base(message));
}

function translateWith(language: Language, messages: Messages): Translate {
  const i18n = i18nOf(language, messages);
  return (message) => i18n._(message);
}
