// Paths of folders have no leading or trailing slash; '' is the root. In the bucket, they are below the owner's id.

import type { Language } from '#domain/language/language.ts';
import { groupBy } from '#domain/lists/group-by.ts';
import { isPlaceholder, itemOrder } from './file-display.ts';
import { sameName, withNumber } from './file-names.ts';

/** The bucket of all documents. The first step of a key is the id of the document's owner. */
export const DOCUMENTS_BUCKET = 'user-documents';

/** The name of the placeholder object that keeps an empty folder. */
export const FOLDER_PLACEHOLDER = '.emptyFolderPlaceholder';

const YEAR_CHOICES = 10;

/** The years for a year folder: this one and the nine before. */
export function yearChoices(currentYear: number): number[] {
  return Array.from({ length: YEAR_CHOICES }, (_, back) => currentYear - back);
}

/** Joins "2024" and "W2s" to "2024/W2s". */
export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

/** The key in the bucket. */
export function storageKey(ownerId: string, folder: string, name = ''): string {
  return joinPath(ownerId, folder, name);
}

/** An untrusted path (address, session storage) without empty, "." and ".." steps. */
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

/** The folders on the path, from below the root to the folder itself. */
export function stepsOf(path: string): FolderStep[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((name, i) => ({ name, path: names.slice(0, i + 1).join('/') }));
}

/** All folders that contain these objects, parents before children, in the order shown. */
export function foldersAround(paths: Iterable<string>, language: Language): FolderStep[] {
  const found = new Map<string, FolderStep>();
  for (const path of paths) {
    // From the innermost folder: if it is known, so are its parents.
    for (const step of stepsOf(parentOf(path)).reverse()) {
      if (found.has(step.path)) break;
      found.set(step.path, step);
    }
  }
  const within = groupBy(found.values(), (step) => parentOf(step.path));
  const compareItems = itemOrder(language);
  const below = (parent: string): FolderStep[] =>
    (within.get(parent) ?? [])
      .sort((a, b) => compareItems({ type: 'folder', name: a.name }, { type: 'folder', name: b.name }))
      .flatMap((step) => [step, ...below(step.path)]);
  return below('');
}

/** Whether a path is the folder itself or in it. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/** Whether a name is taken by an item that is shown. */
export function isTaken(name: string, others: Iterable<{ readonly name: string }>): boolean {
  for (const other of others) if (!isPlaceholder(other.name) && sameName(name, other.name)) return true;
  return false;
}

/** The first free name with a number: "W-2 (2).jpg", then "W-2 (3).jpg". */
export function nextFreeName(name: string, others: readonly { readonly name: string }[]): string {
  for (let number = 2; ; number += 1) {
    const free = withNumber(name, number);
    if (!isTaken(free, others)) return free;
  }
}

export interface Movable {
  readonly type: 'file' | 'folder';
  readonly path: string;
}

/** Whether all items can be moved there: not to their own folder, and no folder into itself. */
export function canMoveTo(destination: string, items: readonly Movable[]): boolean {
  return items.every(
    (item) =>
      parentOf(item.path) !== destination && !(item.type === 'folder' && isWithin(destination, item.path)),
  );
}
