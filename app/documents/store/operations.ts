import { checkName } from '#domain/documents/document-check.ts';
import { withSuffix } from '#domain/documents/file-names.ts';
import { isTaken, joinPath, lastStepOf, nextFreeName, parentOf } from '#domain/documents/folders.ts';
import { msg, plural } from '#domain/language/message.ts';
import { inWords, type Translate, type Wording } from '#domain/language/translate.ts';
import type { DocumentItem } from './document-store.ts';
import { deletionOutcome, done, failed, messages, type Outcome, unknownError } from './messages.ts';
import { randomSuffix } from './storage-api.ts';
import { isStoreError, reasonOf, StoreError } from './store-error.ts';
import type { DocumentStore } from './supabase-documents.ts';

/** The operations on files and folders. They never throw: failures are in the outcome. */

export async function createFolder(
  store: DocumentStore,
  parent: string,
  name: string,
  siblings: readonly DocumentItem[],
  t: Translate,
): Promise<Outcome> {
  if (isTaken(name, siblings)) return failed(t(messages.nameInUse));
  try {
    await store.createFolder(joinPath(parent, name));
    return done(t(messages.folderCreated));
  } catch (error) {
    if (isStoreError(error, 'taken')) return failed(t(messages.nameInUse));
    return failed(t(hasResponse(error) ? messages.folderRefused : messages.folderError));
  }
}

export async function renameItem(
  store: DocumentStore,
  item: DocumentItem,
  name: string,
  siblings: readonly DocumentItem[],
  t: Translate,
): Promise<Outcome> {
  const others = siblings.filter((other) => other.key !== item.key);
  const taken = (): Outcome => ({
    ...failed(t(messages.renameTaken[item.type](name))),
    freeName: nextFreeName(name, siblings),
  });
  if (isTaken(name, others)) return taken();
  try {
    await store.move(item.path, joinPath(parentOf(item.path), name));
    return done(t(messages.renamed[item.type](name)));
  } catch (error) {
    if (isStoreError(error, 'taken')) return taken();
    if (isStoreError(error, 'missing')) return failed(t(messages.renameMissing));
    const culprit = item.type === 'folder' && error instanceof StoreError ? error.key : undefined;
    const why = refusalOfName(name, error) ?? reasonOf(error);
    const reason = inWords(why ?? unknownError, t);
    if (culprit !== undefined) return failed(t(messages.renameFolderStopped(lastStepOf(culprit), reason)));
    if (hasResponse(error)) return failed(t(messages.renameRefused[item.type](reason)));
    return failed(t(messages.renameError(inWords(why ?? msg`Unknown error occurred`, t))));
  }
}

/** Why the server refuses a name that a system would execute, in our own words. */
function refusalOfName(name: string, error: unknown): Wording | undefined {
  if (!(error instanceof StoreError) || error.code !== 'InvalidMimeType') return undefined;
  const verdict = checkName(name);
  return verdict.accepted ? undefined : verdict.problem;
}

export interface ManySteps {
  /** Called before each item, with the number of finished ones. */
  onStep: (finished: number) => void;
}

/** Moves items one by one. A name that is taken at the destination gets a suffix. */
export async function moveItems(
  store: DocumentStore,
  items: readonly DocumentItem[],
  destination: string,
  { onStep, suffix = randomSuffix }: ManySteps & { suffix?: () => string },
  t: Translate,
): Promise<Outcome> {
  const notMoved: string[] = [];
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
        notMoved.push(item.name);
      }
    }
  } catch (error) {
    console.warn('The destination could not be listed', error);
    return failed(t(messages.moveError));
  }
  if (notMoved.length === 0) return done(t(messages.moved));
  return failed(t(messages.moveErrors(notMoved.join(', '))));
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
    // Another move has taken the name meanwhile.
    if (!isStoreError(error, 'taken')) throw error;
    const other = withSuffix(item.name, suffix());
    await store.move(item.path, joinPath(destination, other));
    return other;
  }
}

/** Per request: enough to be fast, few enough to show progress. */
const BATCH_SIZE = 50;

/** Deletes files, and folders with their contents. They go to the trash. */
export async function deleteItems(
  store: DocumentStore,
  items: readonly DocumentItem[],
  { onStep }: ManySteps,
  t: Translate,
): Promise<Outcome> {
  const reasons = new Map<string, Wording>();
  let finished = 0;
  for (const batch of batchesOf(items)) {
    onStep(finished);
    for (const [path, reason] of await deleteBatch(store, batch)) reasons.set(path, reason);
    finished += batch.length;
  }
  const left = await findStillListed(
    store,
    items.filter(({ path }) => !reasons.has(path)),
  );
  const failures = items.flatMap(({ type, name, path, id }) => {
    if (left.has(id)) return [t(messages.deleteStillListed(name))];
    const reason = reasons.get(path);
    return reason === undefined ? [] : [t(messages.deleteRefused[type](name, inWords(reason, t)))];
  });
  return deletionOutcome(items, failures, t);
}

function batchesOf(items: readonly DocumentItem[]): DocumentItem[][] {
  const batches = items.filter((item) => item.type === 'folder').map((folder) => [folder]);
  const files = items.filter((item) => item.type === 'file');
  for (let i = 0; i < files.length; i += BATCH_SIZE) batches.push(files.slice(i, i + BATCH_SIZE));
  return batches;
}

/** Returns the reasons of the failures, by path. */
async function deleteBatch(
  store: DocumentStore,
  batch: readonly DocumentItem[],
): Promise<Map<string, Wording>> {
  const [first] = batch;
  if (!first) return new Map();
  const { type, path } = first;
  try {
    const paths = type === 'folder' ? await store.pathsUnder(path) : batch.map((item) => item.path);
    const removed = new Set(await store.remove(paths));
    const kept = paths.filter((one) => !removed.has(one));
    if (type === 'file') {
      return new Map(kept.map((one) => [one, msg`It may already have been moved or deleted`]));
    }
    const reason = msg`${plural({ count: kept.length }, { one: '# of its files could not be deleted', other: '# of its files could not be deleted' })}`;
    return new Map(kept.length === 0 ? [] : [[path, reason]]);
  } catch (error) {
    if (batch.length === 1) return new Map([[path, reasonOf(error) ?? unknownError]]);
    // Retries one by one, so that one failure doesn't affect the others.
    const reasons = new Map<string, Wording>();
    for (const item of batch) {
      for (const [one, reason] of await deleteBatch(store, [item])) reasons.set(one, reason);
    }
    return reasons;
  }
}

/** The ids of deleted files that still have a row in file_uploads, which should never happen. */
async function findStillListed(
  store: DocumentStore,
  gone: readonly DocumentItem[],
): Promise<ReadonlySet<string | null>> {
  try {
    return new Set(await store.stillListed(gone.map(({ id }) => id).filter((id) => id !== null)));
  } catch (error) {
    console.warn('The list could not be checked for deleted files', error);
    return new Set();
  }
}

/** Whether the server has responded. */
function hasResponse(error: unknown): boolean {
  return isStoreError(error, 'refused') || isStoreError(error, 'missing') || isStoreError(error, 'taken');
}
