import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Database } from '#server/database/database.ts';
import { readDocument, UnreadableError } from '#server/operate/read-document.ts';
import { severalAtOnce } from '#server/several-at-once.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { StorageError } from '#server/storage/errors.ts';
import { BackupError } from './backup-error.ts';
import {
  type CopiedDocument,
  DOCUMENTS_FOLDER,
  type Manifest,
  readDocuments,
  readManifest,
} from './manifest.ts';
import type { BackupPlace } from './place/place.ts';
import type { SealedPlace } from './place/sealed-place.ts';

interface Deps {
  database: Pick<Database, 'query'>;
  store: Pick<BlobStore, 'get' | 'probe'>;
  place: BackupPlace;
  /** Only copy blobs that were created after this time. */
  since?: Date | undefined;
  signal?: AbortSignal | undefined;
}

const BATCH_SIZE = 500;
const CONCURRENCY = 4;

/**
 * Copies the documents that are not at the place yet, as they are stored: encrypted. Each is recorded with size and hash
 * once it is durable there, so an interrupted run continues where it stopped.
 */
export async function copyDocuments({ database, store, place, since, signal }: Deps) {
  /** `missing`: ids of documents that the store doesn't have or can't read. The backup continues, to save the others. */
  const copied = { count: 0, bytes: 0, missing: [] as string[] };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await database.query<{ id: string }>(
      `select b.id from storage.blobs b
       where b.wrapped_key is not null and b.id > $2 and b.created_at >= $3
         and not exists (select from nutmeg.backup_documents d where d.blob_id = b.id and d.place = $1)
       order by b.id limit ${BATCH_SIZE}`,
      [place.label, after, since ?? '-infinity'],
    );
    const last = rows.at(-1);
    if (last === undefined) return copied;
    after = last.id;
    await severalAtOnce(rows, CONCURRENCY, async ({ id }) => {
      signal?.throwIfAborted();
      const document = await copyOne(store, place, id);
      if (document === undefined) {
        copied.missing.push(id);
        return;
      }
      await recordCopy(database, place, document);
      copied.count += 1;
      copied.bytes += document.size;
    });
  }
}

async function copyOne(
  store: Deps['store'],
  place: BackupPlace,
  id: string,
): Promise<CopiedDocument | undefined> {
  const probe = () =>
    store.probe().catch((cause: unknown) => {
      throw new BackupError("The store of the documents can't be read.", { cause });
    });
  try {
    const put = (bytes: Readable) => place.put(DOCUMENTS_FOLDER + id, bytes);
    return { id, ...(await readDocument({ open: () => store.get(id), probe }, put)) };
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

async function recordCopy(database: Pick<Database, 'query'>, place: BackupPlace, document: CopiedDocument) {
  // If the blob was removed while it was copied, no row is written.
  await database.query(
    `insert into nutmeg.backup_documents (blob_id, place, size, sha256)
     select b.id, $2, $3, $4 from storage.blobs b where b.id = $1 for key share
     on conflict (blob_id, place) do update
       set size = excluded.size, sha256 = excluded.sha256, copied_at = excluded.copied_at`,
    [document.id, place.label, document.size, Buffer.from(document.sha256, 'hex')],
  );
}

/** Deletes the records of copies that are missing at the place or have another size, so that they are copied again. */
export async function forgetMissingCopies({
  database,
  place,
}: Pick<Deps, 'database' | 'place'>): Promise<void> {
  const known = new Map((await listCopiedDocuments(database, place)).map(({ id, size }) => [id, size]));
  if (known.size === 0) return;
  for await (const { name, size } of place.list(DOCUMENTS_FOLDER)) {
    const id = name.slice(DOCUMENTS_FOLDER.length);
    if (known.get(id) === size) known.delete(id);
  }
  await forgetCopies(database, place, [...known.keys()]);
}

/** Deletes the records of copies, or of all pieces of a blob, so that the next backup copies them again. */
export async function forgetCopies(
  database: Pick<Database, 'query'>,
  place: BackupPlace,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    `delete from nutmeg.backup_documents where place = $1 and (blob_id = any($2::uuid[])
       or blob_id in (select piece_id from storage.blob_pieces where blob_id = any($2::uuid[])))`,
    [place.label, ids],
  );
}

/** The documents that are recorded as copied, by id. */
export async function listCopiedDocuments(
  database: Pick<Database, 'query'>,
  place: BackupPlace,
): Promise<CopiedDocument[]> {
  const { rows } = await database.query<{ id: string; size: string; sha256: Buffer }>(
    `select blob_id as id, size, sha256 from nutmeg.backup_documents where place = $1 order by blob_id`,
    [place.label],
  );
  return rows.map(({ id, size, sha256 }) => ({ id, size: Number(size), sha256: sha256.toString('hex') }));
}

interface RestoreDeps {
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

/**
 * Copies each document that the database names into the store. Returns the ids of those that are missing at the place,
 * can't be read, or were changed. Throws `BackupError`.
 */
export async function restoreDocuments(deps: RestoreDeps): Promise<{ restored: number; broken: string[] }> {
  return restoreAll(deps).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    throw new BackupError(`The store of the documents can't be written to (${error.code}).`, {
      cause: error,
    });
  });
}

async function restoreAll({ sealed, manifest, database, store, isStoreOurs, signal }: RestoreDeps) {
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
