import { withSuffix } from '#domain/documents/file-names.ts';
import { isTaken, joinPath, lastStepOf, nextFreeName, parentOf } from '#domain/documents/folders.ts';
import type { DocumentItem, DocumentStore } from './document-store.ts';
import { type Deletion, deletionOutcome, done, failed, messages, type Outcome } from './messages.ts';
import { isStoreError, reasonOf } from './store-error.ts';

/** What people do with files and folders, and what they read about it. None of these throws. */

export async function createFolder(
  store: DocumentStore,
  parent: string,
  name: string,
  siblings: readonly DocumentItem[],
): Promise<Outcome> {
  if (isTaken(name, siblings)) return failed(messages.nameInUse);
  try {
    await store.createFolder(joinPath(parent, name));
    return done(messages.folderCreated);
  } catch (error) {
    if (isStoreError(error, 'taken')) return failed(messages.nameInUse);
    return failed(answered(error) ? messages.folderRefused : messages.folderError);
  }
}

export async function renameItem(
  store: DocumentStore,
  item: DocumentItem,
  name: string,
  siblings: readonly DocumentItem[],
): Promise<Outcome> {
  const others = siblings.filter((other) => other.key !== item.key);
  const taken = (): Outcome => ({
    ...failed(messages.renameTaken(item.type, name)),
    freeName: nextFreeName(name, siblings),
  });
  if (isTaken(name, others)) return taken();
  try {
    await store.move(item.path, joinPath(parentOf(item.path), name));
    return done(messages.renamed(item.type, name));
  } catch (error) {
    if (isStoreError(error, 'taken')) return taken();
    if (isStoreError(error, 'missing')) return failed(messages.renameMissing);
    const stopper = item.type === 'folder' ? namedFile(error) : undefined;
    if (stopper !== undefined) return failed(messages.renameFolderStopped(stopper, error));
    return failed(answered(error) ? messages.renameRefused(item.type, error) : messages.renameError(error));
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
    return failed(messages.moveError);
  }
  if (stayed.length === 0) return done(messages.moved);
  return failed(`${messages.moveError}: ${stayed.join(', ')}`);
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

/** So many files go in one request: enough to be quick, few enough to tell how far it is. */
const FILES_AT_ONCE = 50;

/** Deletes, a folder with everything in it. The office's trash keeps them for a while. */
export async function deleteItems(
  store: DocumentStore,
  items: readonly DocumentItem[],
  { onStep }: ManySteps,
): Promise<Outcome> {
  const reasons = new Map<string, string>();
  let finished = 0;
  for (const batch of batchesOf(items)) {
    onStep(finished);
    for (const [path, reason] of await deleteBatch(store, batch)) reasons.set(path, reason);
    finished += batch.length;
  }
  const deletions = items.map(({ type, name, path }): Deletion & { path: string } => {
    const reason = reasons.get(path);
    return { type, name, path, ...(reason === undefined ? {} : { reason }) };
  });
  const left = await leftInList(store, deletions);
  return deletionOutcome(deletions.map((one) => ({ ...one, isStillListed: left.has(one.path) })));
}

/** Each folder for itself, files together. */
function batchesOf(items: readonly DocumentItem[]): DocumentItem[][] {
  const batches = items.filter((item) => item.type === 'folder').map((folder) => [folder]);
  const files = items.filter((item) => item.type === 'file');
  for (let i = 0; i < files.length; i += FILES_AT_ONCE) batches.push(files.slice(i, i + FILES_AT_ONCE));
  return batches;
}

/** What is still there, by its path, and why. */
async function deleteBatch(
  store: DocumentStore,
  batch: readonly DocumentItem[],
): Promise<Map<string, string>> {
  const [first] = batch;
  if (!first) return new Map();
  const { type, path } = first;
  try {
    const paths = type === 'folder' ? await store.pathsUnder(path) : batch.map((item) => item.path);
    const removed = new Set(await store.remove(paths));
    const kept = paths.filter((one) => !removed.has(one));
    if (type === 'file') {
      return new Map(kept.map((one) => [one, 'It may already have been moved or deleted']));
    }
    return new Map(kept.length === 0 ? [] : [[path, `${kept.length} of its files could not be deleted`]]);
  } catch (error) {
    if (batch.length === 1) return new Map([[path, reasonOf(error) ?? 'Unknown error']]);
    // One by one, so that one that won't go keeps none of the others.
    const reasons = new Map<string, string>();
    for (const item of batch) {
      for (const [one, reason] of await deleteBatch(store, [item])) reasons.set(one, reason);
    }
    return reasons;
  }
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
