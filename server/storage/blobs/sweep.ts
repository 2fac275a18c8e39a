import { LOCKS } from '#server/database/advisory-locks.ts';
import type { Database } from '#server/database/database.ts';
import type { BlobStore } from './stores/blob-store.ts';

interface Deps {
  database: Database;
  store: BlobStore;
}

const AT_ONCE = 100;

// One day: the longest that an upload may take, and time to undo a removal by hand.
const UNUSED = `b.created_at < now() - interval '1 day'
  and not exists (select from storage.objects o where o.blob_id = b.id)
  and not exists (select from public.trashed_documents t where t.blob_id = b.id)
  and not exists (select from storage.blob_pieces p where p.piece_id = b.id)
  and not exists (select from storage.uploads u where u.id = b.id)`;

/**
 * Deletes unreferenced blobs: removed, replaced, and unfinished ones. Returns their number. Any number of servers
 * may sweep at once. Referencing a blob locks its row, so such a blob is skipped; a statement that references one
 * that is being deleted fails by the foreign key. Deletes nothing while a backup copies.
 */
export async function sweepBlobs({ database, store }: Deps, shouldContinue = () => true): Promise<number> {
  let total = 0;
  // An unfinished upload keeps its pieces. Without its row they are unreferenced blobs.
  await database.query(`select nutmeg.drop_uploads(array(
    select id from storage.uploads where expires_at < now() union select id from nutmeg.abandoned_uploads()
  ))`);
  for (let portion = AT_ONCE; portion > 0 && shouldContinue(); total += portion) {
    portion = await sweepPortion(database, store);
  }
  return total;
}

function sweepPortion(database: Database, store: BlobStore): Promise<number> {
  return database.asOwner(async (tx) => {
    const { rows: asked } = await tx.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock_shared($1) as free',
      [LOCKS.keepBlobs],
    );
    if (!asked[0]?.free) return 0;
    const { rows: locked } = await tx.query<{ id: string }>(
      `select b.id from storage.blobs b where ${UNUSED} order by b.created_at limit ${AT_ONCE}
       for update skip locked`,
    );
    // Checked again under the lock, because an object may have referenced a blob in between.
    const { rows: removed } = await tx.query<{ id: string }>(
      `delete from storage.blobs b where b.id = any($1::uuid[]) and ${UNUSED} returning b.id`,
      [locked.map(({ id }) => id)],
    );
    // Before the commit: after a crash here the next sweep finds the rows again.
    for (const { id } of removed) await store.remove(id);
    return removed.length;
  });
}
