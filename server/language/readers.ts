import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Messages, setupI18n } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { compileWording } from '#domain/business/wording.ts';
import { english, englishTexts } from '#domain/language/english.ts';
import { formatsIn } from '#domain/language/formats.ts';
import { isLanguage, type Language, languages, locales, sourceLanguage } from '#domain/language/language.ts';
import type { Reader, Translate } from '#domain/language/translate.ts';
import type { Database } from '#server/database/database.ts';
import type { Office } from '#server/office/office.ts';

/** How to write for a reader of each language, for mails, invitations and what else the server writes. */
export type Readers = Record<Language, Reader>;

const FOLDER = fileURLToPath(new URL('../../locales/', import.meta.url));
/** The texts of domain/ and server/. Those of app/ are for pages. */
const OWN = /^(domain[/\\].*|server)\.po$/;
const { parse } = formatter();

// Lingui compiles messages only if NODE_ENV is not "production".
englishTexts.setMessagesCompiler(compileMessage);

/** For what has no reader with a choice, such as a mail to the office's inbox. */
export const englishReader: Reader = {
  language: sourceLanguage,
  t: english,
  formats: formatsIn(sourceLanguage),
};

/** The reader of a stored language. One that only a newer server knows counts as English. */
export function readerIn(readers: Readers, language: string | null | undefined): Reader {
  return readers[isLanguage(language) ? language : sourceLanguage];
}

/** The reader of a person, in the language of their profile; English without one. */
export async function readerOfPerson(
  readers: Readers,
  database: Pick<Database, 'query'>,
  userId: string,
): Promise<Reader> {
  const { rows } = await database.query<{ language: string }>(
    'select language from public.user_profiles where user_id = $1',
    [userId],
  );
  return readerIn(readers, rows[0]?.language);
}

/** Reads the translations once, at the start. */
export async function loadReaders(folder = FOLDER): Promise<Readers> {
  const readers = await Promise.all(
    languages.map(async (language) => [
      language,
      language === sourceLanguage ? englishReader : readerOf(language, await messagesOf(folder, language)),
    ]),
  );
  return Object.fromEntries(readers);
}

/** Readers who get the office's words in place of ours in mails. They follow the facts. */
export function withLetters(readers: Readers, office: Pick<Office, 'current' | 'version'>): Readers {
  return Object.fromEntries(
    languages.map((language) => [language, withOwnWords(readers[language], office)]),
  ) as Readers;
}

function withOwnWords(reader: Reader, office: Pick<Office, 'current' | 'version'>): Reader {
  let version = -1;
  let own: { messages: Messages; t: Translate } | undefined;
  const ownWords = () => {
    if (version !== office.version()) {
      version = office.version();
      const messages = compileWording(office.current().letters?.[reader.language]);
      own = messages && { messages, t: readerOf(reader.language, messages).t };
    }
    return own;
  };
  return {
    ...reader,
    t: (message) => {
      const words = ownWords();
      return words && Object.hasOwn(words.messages, message.id) ? words.t(message) : reader.t(message);
    },
  };
}

async function messagesOf(folder: string, language: Language): Promise<Messages> {
  const names = await readdir(join(folder, language), { recursive: true });
  const catalogs = await Promise.all(
    names
      .filter((name) => OWN.test(name))
      .map(async (filename) => {
        const text = await readFile(join(folder, language, filename), 'utf8');
        return parse(text, { locale: language, sourceLocale: sourceLanguage, filename });
      }),
  );
  return Object.fromEntries(
    catalogs
      .flatMap((catalog) => Object.entries(catalog))
      .flatMap(([id, { translation }]) => (translation ? [[id, compileMessage(translation)]] : [])),
  );
}

function readerOf(language: Language, messages: Messages): Reader {
  const i18n = setupI18n({ messages: { [language]: messages } });
  i18n.setMessagesCompiler(compileMessage);
  i18n.activate(language, locales[language]);
  return { language, t: (message) => i18n._(message), formats: formatsIn(language) };
}
