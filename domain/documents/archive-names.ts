/** How zip archives and what is in them are called. */

import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeWithin } from '#domain/text/unicode.ts';
import { MAX_NAME_BYTES, splitName, utf8Length, withSuffix } from './file-names.ts';
import { lastStepOf, parentOf, stepsOf } from './folders.ts';
import { MAX_KEY_BYTES } from './object-keys.ts';

/** One folder with all that is in it. */
export const FOLDER_ARCHIVE = 'folder.zip';

/** Anything else that was selected; the date is the office's, as yyyy-mm-dd. */
export const selectionArchive = (date: string): string => `selected-files-${date}.zip`;

/** The entry that says what is missing. */
export const NOT_INCLUDED = 'not-included.txt';

/** The folder in which a selection was made: the deepest that holds all of it. */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map(parentOf);
  const holds = (folder: string) =>
    folder === '' || others.every((other) => other === folder || other.startsWith(`${folder}/`));
  const candidates = ['', ...stepsOf(first).map(({ path }) => path)];
  return candidates.findLast(holds) ?? '';
}

/** The names of one archive's entries. Each name that it gives is given once. */
export interface EntryNames {
  /** For a file at a path, relative to the folder in which the selection was made. */
  file(path: string): string;
  /** For a folder there, ending in a slash. */
  folder(path: string): string;
}

/**
 * Names that every unzip program can unpack, on Windows too: below the folder that one unpacks into, without
 * characters and names that a system keeps for itself, and no two the same where capitals don't count. The
 * folders on the way are named one by one, so that "Docs" and "docs" become two folders.
 */
export function createEntryNames(): EntryNames {
  const taken = new Set<string>();
  // Where the last search for a free number ended: thousands of names that become the same are no quadratic work.
  const numbers = new Map<string, number>();
  const folders = new Map([['', '']]);

  const take = (parent: string, step: string): string => {
    const wanted = safeStep(step);
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
  const folder = (path: string): string => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const name = `${take(folder(parentOf(path)), lastStepOf(path))}/`;
    folders.set(path, name);
    return name;
  };
  return { folder, file: (path) => take(folder(parentOf(path)), lastStepOf(path)) };
}

/** Paths of stored documents, so they are no longer than keys. */
const normal = (name: string) => normalizeWithin(name, MAX_KEY_BYTES) ?? name;
const fold = (name: string) => normal(name).toLowerCase();

// What Windows refuses in a name, and what could change what a name looks like or where it leads.
const REFUSED = /[\p{Cc}\p{Cs}<>:"/\\|?*\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
// Devices, whatever follows the first dot.
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\s*(?:\.|$))/i;

function safeStep(step: string): string {
  const plain = withoutHidden(normal(step).replace(REFUSED, '_'))
    // Windows drops them, and then can't find what it has unpacked. This leaves nothing of "..".
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '$&_');
  return plain === '' ? '_' : cut(plain);
}

/** "_" may be longer than what it replaces, by two bytes at most; and a name fits exactly as it is. */
function cut(name: string): string {
  if (utf8Length(name) <= MAX_NAME_BYTES) return name;
  const { base, extension } = splitName(name);
  return `${Array.from(base).slice(0, -2).join('')}${extension}`;
}
