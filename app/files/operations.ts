import { withSuffix } from '#domain/file-names.ts';
import { isTaken, joinPath, lastStepOf, parentOf } from '#domain/folders.ts';
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
    const stopper = item.type === 'folder' ? namedFile(error) : undefined;
    if (stopper !== undefined) return failed(say.renameFolderStopped(stopper, error));
    return failed(answered(error) ? say.renameRefused(item.type, error) : say.renameError(error));
  }
}

/** The file whose key would not do, where the server says which: "Invalid key: {owner}/{folders}/{name}". */
function namedFile(error: unknown): string | undefined {
  const key = /^Invalid key: (?<key>.+)$/s.exec(reasonOf(error) ?? '')?.groups?.key;
  return key === undefined ? undefined : lastStepOf(key);
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
        console.warn('An item was skipped: it could not be moved', error);
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

/** Deletes, a folder with everything in it. The office's trash keeps them for a while. */
export async function deleteItems(
  store: DocumentStore,
  items: readonly DocumentItem[],
  { onStep }: ManySteps,
): Promise<Outcome> {
  const deletions: (Deletion & { path: string })[] = [];
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
      deletions.push({ type, name, path, ...(kept === 0 ? {} : { reason }) });
    } catch (error) {
      deletions.push({ type, name, path, reason: reasonOf(error) ?? 'Unknown error' });
    }
  }
  const left = await leftInList(store, deletions);
  return deletionOutcome(deletions.map((one) => ({ ...one, isStillListed: left.has(one.path) })));
}

/** The list follows the store by itself; should it ever not, the person is told. */
async function leftInList(
  store: DocumentStore,
  deletions: readonly (Deletion & { path: string })[],
): Promise<ReadonlySet<string>> {
  const gone = deletions.filter(({ type, reason }) => type === 'file' && reason === undefined);
  if (gone.length === 0) return new Set();
  try {
    return new Set(await store.stillListed(gone.map(({ path }) => path)));
  } catch (error) {
    console.warn('Whether the list still has what was deleted is not known', error);
    return new Set();
  }
}

/** Whether the server answered at all. */
function answered(error: unknown): boolean {
  return isStoreError(error, 'refused') || isStoreError(error, 'missing') || isStoreError(error, 'taken');
}
