/** Folders of documents: a path without slashes at its ends, '' at the root, beneath the owner's id in the store. */
import { compareItems, isPlaceholder } from './file-display.ts';
import { sameName, withNumber } from './file-names.ts';

/** The bucket of all documents. The first step of a key is the id of the document's owner. */
export const DOCUMENTS_BUCKET = 'user-documents';

/** The object that marks a folder. */
export const FOLDER_PLACEHOLDER = '.emptyFolderPlaceholder';

const YEAR_CHOICES = 10;

/** The years a year folder may have: this one and the nine before. */
export function yearChoices(currentYear: number): number[] {
  return Array.from({ length: YEAR_CHOICES }, (_, back) => currentYear - back);
}

/** "2024" and "W2s" as "2024/W2s". */
export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

/** The key in the store of something in a person's folder. */
export function storageKey(ownerId: string, folder: string, name = ''): string {
  return joinPath(ownerId, folder, name);
}

/** A path from outside (the address, session storage) without empty or dotted steps. */
export function cleanPath(path: string): string {
  return path
    .split('/')
    .filter((step) => step !== '' && step !== '.' && step !== '..')
    .join('/');
}

export function parentOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

export function lastStepOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

export interface FolderStep {
  readonly path: string;
  readonly name: string;
}

/** Every folder from the first one under the root down to this one. */
export function stepsOf(path: string): FolderStep[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((name, i) => ({ name, path: names.slice(0, i + 1).join('/') }));
}

/** Every folder that these objects lie in, parents before children, in the order shown. */
export function foldersAround(paths: Iterable<string>): FolderStep[] {
  const found = new Map<string, FolderStep>();
  for (const path of paths) {
    // The nearest folder first: where it is known, those around it are too.
    for (const step of stepsOf(parentOf(path)).reverse()) {
      if (found.has(step.path)) break;
      found.set(step.path, step);
    }
  }
  const within = Map.groupBy(found.values(), (step) => parentOf(step.path));
  const below = (parent: string): FolderStep[] =>
    (within.get(parent) ?? [])
      .sort((a, b) => compareItems({ type: 'folder', name: a.name }, { type: 'folder', name: b.name }))
      .flatMap((step) => [step, ...below(step.path)]);
  return below('');
}

/** Whether a folder is another one or lies in it. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/** Whether a name is taken in a folder, by anything that is shown there. */
export function isTaken(name: string, others: Iterable<{ readonly name: string }>): boolean {
  for (const other of others) if (!isPlaceholder(other.name) && sameName(name, other.name)) return true;
  return false;
}

/** The first numbered name that is not taken: "W-2 (2).jpg", then "W-2 (3).jpg". */
export function nextFreeName(name: string, others: readonly { readonly name: string }[]): string {
  // One of this many numbers is free.
  for (let number = 2; number <= others.length + 1; number++) {
    const free = withNumber(name, number);
    if (!isTaken(free, others)) return free;
  }
  return withNumber(name, others.length + 2);
}

export interface Movable {
  readonly type: 'file' | 'folder';
  readonly path: string;
}

/** Whether these items may be moved there: not where they already are, no folder into itself or what it holds. */
export function canMoveTo(destination: string, items: readonly Movable[]): boolean {
  return items.every(
    (item) =>
      parentOf(item.path) !== destination && !(item.type === 'folder' && isWithin(destination, item.path)),
  );
}
