import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';
import { languages, sourceLanguage } from './domain/language/language.ts';
import { wordedPages } from './domain/language/worded-pages.ts';
import { catalogsOf, filesWithTexts, macros } from './scripts/language/areas.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

interface Entry {
  messageId: string;
  entry: { message?: string; context?: string; origin?: [file: string, line?: number, ...rest: unknown[]][] };
}

const files = Object.values(wordedPages);
const collator = new Intl.Collator('en-US');

/** By the English text; texts that offices can replace as in the code, where an owner finds them in the order of the page. */
function orderBy(one: Entry, other: Entry): number {
  const [a, b] = [placeOf(one), placeOf(other)];
  if (a && b) return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
  if (a || b) return a ? -1 : 1;
  const byText = collator.compare(one.entry.message ?? one.messageId, other.entry.message ?? other.messageId);
  return byText || collator.compare(one.entry.context ?? '', other.entry.context ?? '');
}

function placeOf({ entry }: Entry): { file: string; line: number } | undefined {
  const places = (entry.origin ?? []).map(([file, line = 0]) => ({ file, line }));
  return places
    .filter(({ file }) => files.some((pattern) => pattern.test(file)))
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))[0];
}

/** A folder of locales/ for each language, and in it a catalog for each part of the product. */
export default defineConfig({
  locales: languages.filter((language) => language !== sourceLanguage),
  sourceLocale: sourceLanguage,
  catalogs: catalogsOf(filesWithTexts(root)),
  orderBy,
  extractors: [createSwcExtractor()],
  macro: macros,
  // The files of a text, for the translator; without lines, which would change with every edit.
  format: formatter({ lineNumbers: false }),
});
