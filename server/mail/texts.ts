import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MessageDescriptor } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import type { LetterPlace, LetterText, OfficeText, OfficeTexts } from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import { factsIn } from '#domain/business/translations.ts';
import { type Language, languages, sourceLanguage } from '#domain/language/language.ts';
import type { Wording } from '#domain/language/translate.ts';
import { wordedPages, wordedPaths } from '#domain/language/worded-pages.ts';
import { ourTexts } from '#domain/texts/own-words.ts';
import type { Readers } from '#server/language/readers.ts';
import { LINK_SAYS } from '#server/mail/letters/layout.ts';
import type { Letter } from '#server/mail/letters/letter.ts';
import { letterIds, sampleLetter } from '#server/mail/preview/samples.ts';

const FOLDER = fileURLToPath(new URL('../../locales/es', import.meta.url));
const { parse } = formatter();

/** A text of ours with the files of the code that have it. */
interface Source {
  text: string;
  spanish: string;
  files: readonly string[];
}

/**
 * Our texts that an office can replace: of pages in the order of the code, of mails in the order of the mail. A text with
 * a context is left out: it is a short word with two meanings, and the office's words would go by the text alone. So is
 * one with markup.
 * @param folder of the Spanish catalogs, which name the files of each text
 */
export async function readTexts(office: Business, readers: Readers, folder = FOLDER): Promise<OfficeTexts> {
  const sources = await readSources(folder);
  const spanish = new Map(sources.map((source) => [source.text, source.spanish]));
  return {
    pages: await inTurns(wordedPaths, (page) => ({ page, texts: textsOfPage(sources, wordedPages[page]) })),
    letters: [
      ...(await inTurns(letterIds, (letter) => ({
        letter,
        texts: textsOfLetter(
          (language) => sampleLetter(letter, factsIn(office, language), readers[language]),
          spanish,
        ),
      }))),
      ...ourTexts.map(({ kind, message: { message: text = '' } }) => ({
        letter: `text.${kind}` as const,
        texts: [
          { text, spanish: spanish.get(text) ?? text, places: ['text' as const], values: examplesOf(office) },
        ],
      })),
    ],
  };
}

const examplesOf = (office: Business): LetterText['values'] => {
  const of = (language: Language) => ({
    office: factsIn(office, language).shortName,
    link: 'https://portal.example/account',
  });
  return { en: of('en'), es: of('es') };
};

/** One after the other, so that other requests get their turn. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    await setImmediate();
  }
  return results;
}

function textsOfPage(sources: readonly Source[], own: RegExp): OfficeText[] {
  return sources
    .filter(({ files }) => files.some((file) => own.test(file)))
    .map(({ text, spanish, files }) => ({
      text,
      spanish,
      isShared: files.some((file) => !own.test(file)),
    }));
}

/** Each text once, with all its places. */
function textsOfLetter(
  letterIn: (language: Language) => Letter,
  spanish: ReadonlyMap<string, string>,
): LetterText[] {
  const examples = languages.map((language) => [
    language,
    new Map(messagesOf(letterIn(language)).map(([, { id, values }]) => [id, asTexts(values)])),
  ]) as [Language, Map<string, Record<string, string>>][];
  const found = new Map<string, LetterText>();
  for (const [place, { id, message: text }] of messagesOf(letterIn(sourceLanguage))) {
    if (text === undefined) continue;
    const known = found.get(text);
    if (known) known.places.push(place);
    else {
      const values = examples.map(([language, byId]) => [language, byId.get(id) ?? {}]);
      found.set(text, {
        text,
        spanish: spanish.get(text) ?? text,
        places: [place],
        values: Object.fromEntries(values) as LetterText['values'],
      });
    }
  }
  return [...found.values()];
}

function asTexts(values: MessageDescriptor['values'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function messagesOf(letter: Letter): [LetterPlace, MessageDescriptor][] {
  const { subject, preview, heading, greeting, paragraphs, facts = [], action, code, notes } = letter;
  const texts: [LetterPlace, Wording | undefined][] = [
    ['subject', subject],
    ['heading', heading ?? subject],
    ['preview', preview],
    ['greeting', greeting],
    ...paragraphs.map((text): [LetterPlace, Wording] => ['paragraph', text]),
    ...facts.map(({ name }): [LetterPlace, Wording] => ['label', name]),
    ['button', action?.label],
    ['code', code?.says],
    ['link', action && LINK_SAYS],
    ...notes.map((text): [LetterPlace, Wording] => ['note', text]),
  ];
  return texts.filter((entry): entry is [LetterPlace, MessageDescriptor] => typeof entry[1] === 'object');
}

async function readSources(folder: string): Promise<Source[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.po')).sort();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const pieces = files.flatMap((catalog) => piecesOf(catalog.split(/\n{2,}/)));
  const catalogs = await inTurns(pieces, (piece) =>
    parse(piece.join('\n\n'), { locale: 'es', sourceLocale: sourceLanguage, filename: folder }),
  );
  const sources = new Map<string, Source>();
  for (const { message: text, translation, context, origin } of catalogs.flatMap(Object.values)) {
    if (text === undefined || context || /<\d+>/.test(text)) continue;
    const files = ((origin ?? []) as [string][]).map(([file]) => file);
    const known = sources.get(text);
    sources.set(text, {
      text,
      spanish: translation || text,
      files: [...(known?.files ?? []), ...files],
    });
  }
  return [...sources.values()];
}

/** A whole catalog would take the parser 80 ms. */
const MESSAGES_IN_A_PIECE = 200;

function piecesOf(messages: readonly string[]): string[][] {
  const count = Math.ceil(messages.length / MESSAGES_IN_A_PIECE);
  return Array.from({ length: count }, (_, index) =>
    messages.slice(index * MESSAGES_IN_A_PIECE, (index + 1) * MESSAGES_IN_A_PIECE),
  );
}
