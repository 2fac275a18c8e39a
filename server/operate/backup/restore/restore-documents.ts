import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Database } from '#server/database/database.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { StorageError } from '#server/storage/errors.ts';
import { BackupError, FileMissingError } from '../backup-error.ts';
import { listCopiedDocuments } from '../documents.ts';
import { DOCUMENTS_FOLDER, type Manifest, readDocuments } from '../manifest.ts';
import type { SealedPlace } from '../place/sealed-place.ts';

interface Deps {
  sealed: SealedPlace;
  manifest: Manifest;
  /** The restored database. */
  database: Pick<Database, 'query'>;
  store: BlobStore;
  signal?: AbortSignal | undefined;
}

const CONCURRENCY = 4;

/** Copies each document that the database names into the store. Returns the ids of missing and changed ones. */
export async function restoreDocuments({ sealed, manifest, database, store, signal }: Deps) {
  const { rows } = await database.query<{ id: string }>(
    'select id from storage.blobs where wrapped_key is not null order by id',
  );
  const hashes = new Map(
    [...(await readDocuments(sealed, manifest.name))].map(([id, { sha256 }]) => [id, sha256]),
  );
  // Documents that were shipped after the backup and are recorded in the replayed WAL.
  for (const { id, sha256 } of await listCopiedDocuments(database, sealed.place)) hashes.set(id, sha256);
  const waiting = rows.map(({ id }) => id);
  const broken: string[] = [];
  let restored = 0;
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      signal?.throwIfAborted();
      if (await restoreOne(sealed, store, id, hashes.get(id))) restored += 1;
      else broken.push(id);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { restored, broken };
}

async function restoreOne(
  { place }: SealedPlace,
  store: BlobStore,
  id: string,
  expected: string | undefined,
): Promise<boolean> {
  const attempt = async () => {
    const { bytes } = await place.get(DOCUMENTS_FOLDER + id);
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    bytes.once('error', (error) => hashing.destroy(error));
    await store.put(id, bytes.pipe(hashing)).finally(() => bytes.destroy());
    return expected === undefined || hash.digest('hex') === expected;
  };
  try {
    return await attempt().catch(async (error: unknown) => {
      if (!isPartialCopy(error)) throw error;
      await store.remove(id);
      return attempt();
    });
  } catch (error) {
    if (error instanceof FileMissingError) return false;
    if (error instanceof BackupError || !(error instanceof StorageError)) throw error;
    throw new BackupError(`The store of the documents can't be written to (${error.code}).`, {
      cause: error,
    });
  }
}

/** An interrupted restore left the beginning of this document. */
function isPartialCopy(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return error instanceof StorageError && cause?.code === 'EEXIST';
}
