// Reads the translations in locales/.
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { formatter } from '@lingui/format-po';

const { parse } = formatter();

/**
 * The texts of a language, by the catalog's file.
 * @param {string} folder of the language, such as `locales/es`
 * @returns {Promise<{ file: string, texts: Record<string, { message: string, translation: string }> }[]>}
 *   the files relative to the folder, with slashes
 */
export async function readCatalogs(folder) {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith('.po'))
      .sort()
      .map(async (name) => ({
        file: name.split(sep).join('/'),
        texts: parse(await readFile(join(folder, name), 'utf8'), { sourceLocale: 'en' }),
      })),
  );
}
