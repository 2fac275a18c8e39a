import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { nameForBytes } from './document-types.ts';
import { MAX_NAME_BYTES, splitName, utf8Length, withSuffix } from './file-names.ts';
import { lastStepOf, parentOf, stepsOf } from './folders.ts';
import { MAX_KEY_BYTES } from './object-keys.ts';

/** The file name of the archive of one folder. Translations have only the letters a to z, as it is sent in a header. */
export const folderArchive = msg`folder.zip`;

/** The file name of the archive of a selection. `date` is the office's day, as yyyy-mm-dd. */
export const selectionArchive = (date: string): MessageDescriptor => msg`selected-files-${{ date }}.zip`;

/** The entry that lists the files that were left out. */
export const notIncluded = msg`not-included.txt`;

/** The deepest folder that contains all paths of a selection. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map(parentOf);
  const holds = (folder: string) =>
    folder === '' || others.every((other) => other === folder || other.startsWith(`${folder}/`));
  const candidates = ['', ...stepsOf(first).map(({ path }) => path)];
  return candidates.findLast(holds) ?? '';
}

/**
 * Creates names that can be unpacked on every system: they stay below the target folder, have no reserved characters or
 * names, and differ even where case doesn't count. Each folder of a path gets its own name, so that "Docs" and "docs"
 * become two folders.
 */
export function createEntryNames() {
  const taken = new Set<string>();
  // The next free number by name: without it, thousands of equal names would take quadratic time.
  const numbers = new Map<string, number>();
  const folders = new Map([['', '']]);

  const take = (parent: string, wanted: string): string => {
    const isFree = (name: string) => {
      const folded = fold(name);
      if (taken.has(folded)) return false;
      taken.add(folded);
      return true;
    };
    if (isFree(parent + wanted)) return parent + wanted;
    const alike = fold(parent + withSuffix(wanted, 'number'));
    for (let n = numbers.get(alike) ?? 2; ; n++) {
      const name = parent + withSuffix(wanted, String(n));
      if (!isFree(name)) continue;
      numbers.set(alike, n + 1);
      return name;
    }
  };
  /** For the folder at such a path, with a trailing slash. */
  const folder = (path: string): string => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const name = `${take(folder(parentOf(path)), safeStep(lastStepOf(path)))}/`;
    folders.set(path, name);
    return name;
  };
  return {
    folder,
    /** For the file at a path relative to the folder of the selection, with the ending that its bytes call for. */
    file: (path: string, mediaType = ''): string =>
      take(folder(parentOf(path)), nameForBytes(safeStep(lastStepOf(path)), mediaType)),
  };
}

/** Paths of documents are no longer than keys. */
const normal = (name: string) => normalizeWithin(name, MAX_KEY_BYTES) ?? name;
const fold = (name: string) => normal(name).toLowerCase();

// Characters that Windows refuses, and those that could change the look of a name or its path.
const REFUSED = /[\p{Cc}\p{Cs}<>:"/\\|?*\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
// Windows device names, with any extension.
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\s*(?:\.|$))/i;

function safeStep(step: string): string {
  const plain = withoutHidden(normal(step).replace(REFUSED, '_'))
    // Windows drops trailing dots and spaces. This also removes "..".
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '$&_');
  return plain === '' ? '_' : cut(plain);
}

/** Replacements may make a name up to two bytes too long. */
function cut(name: string): string {
  if (utf8Length(name) <= MAX_NAME_BYTES) return name;
  const { base, extension } = splitName(name);
  return `${Array.from(base).slice(0, -2).join('')}${extension}`;
}
