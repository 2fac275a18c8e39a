import { withSuffix } from '#domain/file-names.ts';
import { isTaken, joinPath, parentOf } from '#domain/folders.ts';
import type { DocumentItem, DocumentStore } from './document-store.ts';
import { type Deletion, deletionOutcome, done, failed, type Outcome, say } from './messages.ts';
import { isStoreError, reasonOf } from './store-error.ts';

/** What people do with files and folders, and what they read about it. None of these throws. */

export async function createFolder(
  store: DocumentStore,
  parent: string,
  name: string,
  siblings: readonly DocumentItem[],
): Promise<Outcome> {
  if (isTaken(name, siblings)) return failed(say.nameInUse);
  try {
    await store.createFolder(joinPath(parent, name));
    return done(say.folderCreated);
  } catch (error) {
    if (isStoreError(error, 'taken')) return failed(say.nameInUse);
    return failed(answered(error) ? say.folderRefused : say.folderError);
  }
}

export async function renameItem(
  store: DocumentStore,
  item: DocumentItem,
  name: string,
  siblings: readonly DocumentItem[],
): Promise<Outcome> {
  const others = siblings.filter((other) => other.key !== item.key);
  if (isTaken(name, others)) return failed(say.renameTaken(item.type, name));
  try {
    await store.move(item.path, joinPath(parentOf(item.path), name));
    return done(say.renamed(item.type, name));
  } catch (error) {
    if (isStoreError(error, 'taken')) return failed(say.renameTaken(item.type, name));
    if (isStoreError(error, 'missing')) return failed(say.renameMissing);
    return failed(answered(error) ? say.renameRefused(item.type, error) : say.renameError(error));
  }
}

export interface ManySteps {
  /** Called before each item, with how many are done. */
  onStep: (finished: number) => void;
}

/** Moves item after item; a name that is taken at the destination gets a suffix. */
export async function moveItems(
  store: DocumentStore,
  items: readonly DocumentItem[],
  destination: string,
  { onStep, suffix }: ManySteps & { suffix: () => string },
): Promise<Outcome> {
  const stayed: string[] = [];
  try {
    const there = (await store.list(destination)).items.map((item) => ({ name: item.name }));
    for (const [i, item] of items.entries()) {
      onStep(i);
      let name = isTaken(item.name, there) ? withSuffix(item.name, suffix()) : item.name;
      try {
        name = await moveOne(store, item, destination, name, suffix);
        there.push({ name });
      } catch (error) {
        console.warn('An item could not be moved', error);
        stayed.push(item.name);
      }
    }
  } catch (error) {
    console.warn('The destination could not be listed', error);
    return failed(say.moveError);
  }
  if (stayed.length === 0) return done(say.moved);
  return failed(`${say.moveError}: ${stayed.join(', ')}`);
}

async function moveOne(
  store: DocumentStore,
  item: DocumentItem,
  destination: string,
  name: string,
  suffix: () => string,
): Promise<string> {
  try {
    await store.move(item.path, joinPath(destination, name));
    return name;
  } catch (error) {
    // Somebody was faster with the same name.
    if (!isStoreError(error, 'taken')) throw error;
    const other = withSuffix(item.name, suffix());
    await store.move(item.path, joinPath(destination, other));
    return other;
  }
}

/** Deletes for good, a folder with everything in it. */
export async function deleteItems(
  store: DocumentStore,
  items: readonly DocumentItem[],
  { onStep }: ManySteps,
): Promise<Outcome> {
  const deletions: Deletion[] = [];
  for (const [i, { type, name, path }] of items.entries()) {
    onStep(i);
    try {
      const paths = type === 'folder' ? await store.pathsUnder(path) : [path];
      const removed = new Set(await store.remove(paths));
      const kept = paths.filter((one) => !removed.has(one)).length;
      const reason =
        type === 'folder'
          ? `${kept} of its files could not be deleted`
          : 'It may already have been moved or deleted';
      deletions.push(kept === 0 ? { type, name } : { type, name, reason });
    } catch (error) {
      deletions.push({ type, name, reason: reasonOf(error) ?? 'Unknown error' });
    }
  }
  return deletionOutcome(deletions);
}

/** Whether the server answered at all. */
function answered(error: unknown): boolean {
  return isStoreError(error, 'refused') || isStoreError(error, 'missing') || isStoreError(error, 'taken');
}
