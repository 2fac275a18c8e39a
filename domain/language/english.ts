import { setupI18n } from '@lingui/core';
import { locales, sourceLanguage } from './language.ts';
import type { Translate } from './translate.ts';

/** Without a compiler of messages, which would be part of every page: the build compiles them, the server adds one. */
export const englishTexts = setupI18n({
  locale: sourceLanguage,
  locales: locales[sourceLanguage],
  messages: { [sourceLanguage]: {} },
});

/** For texts without a reader's language: what is on the wire, and what is compared with it. */
export const english: Translate = (message) => englishTexts._(message);
