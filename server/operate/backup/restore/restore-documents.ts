import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Database } from '#server/database/database.ts';
import { readDocument, UnreadableError } from '#server/operate/read-document.ts';
import { severalAtOnce } from '#server/several-at-once.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { StorageError } from '#server/storage/errors.ts';
import { BackupError } from '../backup-error.ts';
import { listCopiedDocuments } from '../documents.ts';
import { DOCUMENTS_FOLDER, type Manifest, readDocuments, readManifest } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';

interface Deps {
  sealed: SealedPlace;
  manifest: Manifest;
  /** The restored database. */
  database: Pick<Database, 'query'>;
  /** It may have documents of an interrupted restore, which are not copied again. */
  store: BlobStore;
  /** Whether to remove what the database does not name. */
  isStoreOurs: boolean;
  signal?: AbortSignal | undefined;
}

const CONCURRENCY = 4;

/**
 * Copies each document that the database names into the store. Returns the ids of those that are missing at the place,
 * can't be read, or were changed. Throws `BackupError`.
 */
export async function restoreDocuments(deps: Deps): Promise<{ restored: number; broken: string[] }> {
  return restoreAll(deps).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    throw new BackupError(`The store of the documents can't be written to (${error.code}).`, {
      cause: error,
    });
  });
}

async function restoreAll({ sealed, manifest, database, store, isStoreOurs, signal }: Deps) {
  const { rows } = await database.query<{ id: string }>(
    'select id from storage.blobs where wrapped_key is not null',
  );
  const copied = await readDocuments(sealed, manifest.name);
  // Documents that were shipped after the backup and are recorded in the replayed WAL.
  for (const document of await listCopiedDocuments(database, sealed.place)) copied.set(document.id, document);
  const named = new Set(rows.map(({ id }) => id));
  const arrived = new Set<string>();
  await store.probe();
  for await (const { id } of store.list()) {
    if (named.has(id)) arrived.add(id);
    else if (isStoreOurs) await store.remove(id);
  }
  const broken: string[] = [];
  // At each place, as the documents, and small.
  const probe = () => readManifest(sealed, manifest.name);
  await severalAtOnce([...named], CONCURRENCY, async (id) => {
    signal?.throwIfAborted();
    const expected = copied.get(id)?.sha256;
    if (arrived.has(id) && expected !== undefined && (await hashIn(store, id)) === expected) return;
    const open = async () => (await sealed.place.get(DOCUMENTS_FOLDER + id)).bytes;
    try {
      const { sha256 } = await readDocument({ open, probe }, (bytes) => put(store, id, bytes));
      if (expected !== undefined && sha256 !== expected) broken.push(id);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      broken.push(id);
    }
  });
  return { restored: named.size - broken.length, broken };
}

async function hashIn(store: BlobStore, id: string): Promise<string | undefined> {
  const drain = (bytes: Readable) => finished(bytes.resume());
  const read = await readDocument({ open: () => store.get(id), probe: store.probe }, drain).catch(
    () => undefined,
  );
  return read?.sha256;
}

async function put(store: BlobStore, id: string, bytes: Readable): Promise<void> {
  try {
    await store.put(id, bytes);
  } catch (error) {
    if (!isPartialCopy(error)) throw error;
    await store.remove(id);
    await store.put(id, bytes);
  }
}

/** An interrupted restore, or an attempt that failed, left the beginning of this document. Nothing of `bytes` was read. */
function isPartialCopy(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return error instanceof StorageError && cause?.code === 'EEXIST';
}
