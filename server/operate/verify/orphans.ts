import { isUuid } from '#domain/text/uuid.ts';
import { batches } from '#server/operate/batches.ts';
import { BlobMissingError } from '#server/storage/blobs/stores/blob-store.ts';
import type { Finding, VerifyDeps } from './check.ts';

export const ORPHANS = 'blobs without a row';

type Deps = Pick<VerifyDeps, 'database' | 'store'>;

const BATCH_SIZE = 500;

/** Finds blobs without a row. A row is written before the first byte, so this is always an error. */
export async function* orphans(
  deps: Deps,
  onSeen: (blobs: number) => void,
  signal?: AbortSignal,
): AsyncIterable<Finding> {
  for await (const batch of batches(deps.store.list(), BATCH_SIZE)) {
    signal?.throwIfAborted();
    yield* unknownBlobs(
      deps,
      batch.map(({ id }) => id),
    );
    onSeen(batch.length);
  }
}

async function* unknownBlobs({ database, store }: Deps, ids: string[]): AsyncIterable<Finding> {
  const { rows } = await database.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as listed (id)
     where not exists (select from storage.blobs b where b.id = listed.id)`,
    [ids],
  );
  for (const { id } of rows) {
    // A blob is removed before its row. If it is gone now, it was being removed.
    if (await blobExists(store, id)) {
      const what = 'The store has these bytes, but no row knows them.';
      yield { check: ORPHANS, key: id, kind: 'orphan', what, path: `blob ${id}` };
    }
  }
}

/** Checks one blob again. */
export async function recheckOrphan(deps: Deps, id: string): Promise<Finding[]> {
  return isUuid(id) ? Array.fromAsync(unknownBlobs(deps, [id])) : [];
}

export async function blobExists(store: VerifyDeps['store'], id: string): Promise<boolean> {
  try {
    (await store.get(id)).destroy();
    return true;
  } catch (error) {
    if (error instanceof BlobMissingError) return false;
    throw error;
  }
}
