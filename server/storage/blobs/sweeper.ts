import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { bindUnboundObjects } from './bind-old.ts';
import type { BlobStore } from './stores/blob-store.ts';

interface Parts {
  database: Database;
  store: BlobStore;
}

const HOUR_MS = 60 * 60 * 1000;
const AT_ONCE = 100;

/** A backup holds this advisory lock while it copies: what its rows name must stay. Sweepers ask for its shared form. */
export const KEEP_BLOBS_LOCK = 7_340_119_262;

// A day: the longest that an upload may take, and a chance to undo a removal by hand.
const UNUSED = `b.created_at < now() - interval '1 day'
  and not exists (select from storage.objects o where o.blob_id = b.id)
  and not exists (select from public.trashed_documents t where t.blob_id = b.id)
  and not exists (select from storage.blob_pieces p where p.piece_id = b.id)
  and not exists (select from storage.uploads u where u.id = b.id)`;

/** Sweeps now and then every hour, until it is stopped; also binds what was stored before bindings existed. */
export function startBlobSweeper({
  log,
  sealer,
  ...parts
}: Parts & { sealer: Sealer; log: FastifyBaseLogger }): {
  stop(): Promise<void>;
} {
  let stopping = false;
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    const goOn = () => !stopping;
    const work = async () => {
      await sweep(parts, goOn);
      await bindUnboundObjects({ database: parts.database, sealer }, goOn);
    };
    running = work().catch((err: unknown) =>
      log.warn({ err }, 'sweeping the file store failed; it is tried again'),
    );
  };
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  run();
  return {
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Removes blobs that no object and no trash names: what was removed, replaced, or never finished. Any number of servers may
 * sweep at once. Naming a blob locks its row against removal, so one that is being named is skipped here, and
 * whoever comes while it goes is refused by the foreign key. While a backup copies, nothing is removed. Answers with the number of blobs that went.
 */
export async function sweep({ database, store }: Parts, goOn = () => true): Promise<number> {
  let total = 0;
  // An upload keeps what has arrived of it; with its end, that is like any other unused blob.
  await database.query('delete from storage.uploads where expires_at < now()');
  for (let portion = AT_ONCE; portion > 0 && goOn(); total += portion) {
    portion = await sweepPortion(database, store);
  }
  return total;
}

function sweepPortion(database: Database, store: BlobStore): Promise<number> {
  return database.asOwner(async (tx) => {
    const { rows: asked } = await tx.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock_shared($1) as free',
      [KEEP_BLOBS_LOCK],
    );
    if (!asked[0]?.free) return 0;
    const { rows: locked } = await tx.query<{ id: string }>(
      `select b.id from storage.blobs b where ${UNUSED} order by b.created_at limit ${AT_ONCE}
       for update skip locked`,
    );
    // Looked at again under the lock: an object may have come to name it between the look and the lock.
    const { rows: removed } = await tx.query<{ id: string }>(
      `delete from storage.blobs b where b.id = any($1::uuid[]) and ${UNUSED} returning b.id`,
      [locked.map(({ id }) => id)],
    );
    // Before the rows are gone for good: after a crash here the next sweep finds them again.
    for (const { id } of removed) await store.remove(id);
    return removed.length;
  });
}
