import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/database/database.ts';
import { openClusterFile } from '#server/database/embedded/cluster-files.ts';
import { walSpoolFolder } from '#server/database/wal-archiving.ts';
import { createWorker } from '#server/startup/worker.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { BackupError } from '../backup-error.ts';
import { copyDocuments } from '../documents.ts';
import type { BackupPlace } from '../place/place.ts';
import { createSealedPlace } from '../place/sealed-place.ts';
import { manifestsAt, recordShipping } from '../records.ts';
import { breakChain, currentChain, walPath } from './wal-chain.ts';

interface Deps {
  dataDir: string;
  database: Pick<Database, 'query'>;
  store: Pick<BlobStore, 'get' | 'probe'>;
  place: BackupPlace;
  /** Called in each round: the encryption key may change while the server runs. */
  masterKey(): Promise<Buffer>;
  log: { warn(details: object, message: string): void; info(details: object, message: string): void };
  /** The size of the spool at which WAL is dropped, in bytes. */
  maxBytes?: number;
}

/** Between two rounds. Together with `archive_timeout`, less than a minute can be lost. */
const EVERY_MS = 15_000;
/** An upload may take a day from its first row to completion. */
const MAX_UPLOAD_MS = 24 * 60 * 60 * 1000;
const MAX_SPOOL_BYTES = 5e9;
const MAX_DISK_SHARE = 0.1;

/** Ships new documents and then the WAL that PostgreSQL has archived, until it is stopped. */
export function startShipping(deps: Deps): { stop(): Promise<void> } {
  const { database, place, log } = deps;
  let problem: string | undefined;
  let since: Date | undefined;
  const report = async (now: string | undefined) => {
    if (now === problem) return;
    problem = now;
    if (now === undefined) log.info({}, 'the WAL is shipped again');
    else log.warn({}, now);
    // If the database is down, only the next change is recorded.
    await recordShipping(database, place.label, now).catch(() => undefined);
  };
  const worker = createWorker({
    round: async (stopping) => {
      const startedAt = new Date();
      await shipOnce(deps, since, stopping);
      since = new Date(startedAt.getTime() - MAX_UPLOAD_MS);
      await report(undefined);
      return EVERY_MS;
    },
    onError: (err) => {
      if (worker.isStopped()) return;
      if (err instanceof BackupError) return void report(err.message);
      log.warn({ err }, 'the WAL could not be shipped; it is tried again');
      void report('The WAL could not be shipped; the log has the reason.');
    },
    retryMs: EVERY_MS,
  });
  void recordShipping(database, place.label, undefined)
    .catch(() => undefined)
    .then(worker.wake);
  return worker;
}

/** One round. Without an open chain, WAL is useless and dropped, until a backup opens one. Throws `BackupError`. */
export async function shipOnce(deps: Deps, since?: Date, signal?: AbortSignal): Promise<void> {
  const { dataDir, database, store, place } = deps;
  const sealed = createSealedPlace(place, await deps.masterKey());
  const spool = walSpoolFolder(dataDir);
  const names = await listSpool(spool);
  const chain = await currentChain(dataDir, sealed);
  if (chain === undefined) return drop(spool, names);
  await enforceSpoolLimit(deps, spool, names);
  await place.claim?.(() => manifestsAt(database, place.label));
  // First, so that every document that the WAL names is at the place already.
  await copyDocuments({ database, store, place, since, signal });
  for (const name of names) {
    signal?.throwIfAborted();
    const bytes = await openClusterFile(join(spool, name));
    if (bytes) await sealed.write(walPath(chain, name), bytes);
    await rm(join(spool, name), { force: true });
  }
}

/** Lists complete files in order. PostgreSQL's temporary files have other names. */
async function listSpool(spool: string): Promise<string[]> {
  const names = await readdir(spool);
  return names.filter((name) => /^[0-9A-F]{8}/.test(name)).sort();
}

async function drop(spool: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(spool, name), { force: true });
}

/** Keeps an unreachable place from filling the disk, which would stop the portal. */
async function enforceSpoolLimit({ dataDir, maxBytes, place }: Deps, spool: string, names: string[]) {
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(spool, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  const { blocks, bsize } = await statfs(spool);
  const limit = maxBytes ?? Math.min(MAX_SPOOL_BYTES, blocks * bsize * MAX_DISK_SHARE);
  if (sizes.reduce((sum, size) => sum + size, 0) <= limit) return;
  await breakChain(dataDir);
  await drop(spool, names);
  throw new BackupError(
    `Too much waited to be shipped to ${place.label}, so it was dropped: until the next backup, a restore goes back to the last one.`,
  );
}
