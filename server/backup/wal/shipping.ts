import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/database/database.ts';
import { openClusterFile } from '#server/database/embedded/cluster-files.ts';
import { spoolOf } from '#server/database/wal-archiving.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { BackupError } from '../backup-error.ts';
import { copyDocuments } from '../make/documents.ts';
import type { BackupPlace } from '../place/place.ts';
import { sealPlace } from '../place/sealed-place.ts';
import { recordShipping } from '../records.ts';
import { walFile } from './shipped-wal.ts';
import { breakChain, currentChain } from './wal-chain.ts';

interface Log {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

interface Parts {
  dataDir: string;
  database: Pick<Database, 'query'>;
  store: Pick<BlobStore, 'get'>;
  place: BackupPlace;
  /** The encryption key, asked for at each round: it may be changed while the server runs. */
  masterKey(): Promise<Buffer>;
  log: Log;
  /** Between two rounds. With PostgreSQL's `archive_timeout`, less than a minute is lost. */
  everyMs?: number;
  /** What the spool may take before WAL is dropped, in bytes. */
  mostBytes?: number;
}

const EVERY_MS = 15_000;
/** An upload may take a day from when it was announced to when it is whole. */
const LONGEST_UPLOAD_MS = 24 * 60 * 60 * 1000;
const MOST_BYTES = 5e9;
const MOST_OF_DISK = 0.1;

/** Ships new documents and then the WAL that PostgreSQL has archived, until it is stopped. */
export function startShipping(parts: Parts): { stop(): Promise<void> } {
  const { everyMs = EVERY_MS, database, place, log } = parts;
  const stopping = new AbortController();
  let problem: string | undefined;
  let since: Date | undefined;
  const round = async () => {
    const began = new Date();
    try {
      await shipOnce(parts, since, stopping.signal);
      since = new Date(began.getTime() - LONGEST_UPLOAD_MS);
      await tell(undefined);
    } catch (error) {
      if (stopping.signal.aborted) return;
      const sentence = error instanceof BackupError ? error.message : undefined;
      if (sentence === undefined) log.warn({ err: error }, 'the WAL could not be shipped; it is tried again');
      await tell(sentence ?? 'The WAL could not be shipped; the log has the reason.');
    }
  };
  const tell = async (now: string | undefined) => {
    if (now === problem) return;
    problem = now;
    if (now === undefined) log.info({}, 'the WAL is shipped again');
    else log.warn({}, now);
    // Where the database is down, the next change is told.
    await recordShipping(database, place.label, now).catch(() => undefined);
  };
  let running = recordShipping(database, place.label, undefined)
    .catch(() => undefined)
    .then(round);
  let isRunning = true;
  void running.then(() => {
    isRunning = false;
  });
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = round().finally(() => {
      isRunning = false;
    });
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/**
 * One round. While no chain is open the WAL is of no use, and is dropped; the next backup opens one. Throws
 * `BackupError`.
 */
export async function shipOnce(parts: Parts, since?: Date, signal?: AbortSignal): Promise<void> {
  const { dataDir, database, store, place } = parts;
  const sealed = sealPlace(place, await parts.masterKey());
  const spool = spoolOf(dataDir);
  const names = await spooled(spool);
  const chain = await currentChain(dataDir, sealed);
  if (chain === undefined) return drop(spool, names);
  await demandBound(parts, spool, names);
  // First: whatever the WAL tells of a document, its bytes are at the place already.
  await copyDocuments({ database, store, place, since, signal });
  for (const name of names) {
    signal?.throwIfAborted();
    const bytes = await openClusterFile(join(spool, name));
    if (bytes) await sealed.write(walFile(chain, name), bytes);
    await rm(join(spool, name), { force: true });
  }
}

/** Whole files only, in order; PostgreSQL's own drafts have names of another kind. */
async function spooled(spool: string): Promise<string[]> {
  const names = await readdir(spool);
  return names.filter((name) => /^[0-9A-F]{8}/.test(name)).sort();
}

async function drop(spool: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(spool, name), { force: true });
}

/** An unreachable place must not fill the disk, which would stop the portal. */
async function demandBound({ dataDir, mostBytes, place }: Parts, spool: string, names: string[]) {
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(spool, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  const { blocks, bsize } = await statfs(spool);
  const most = mostBytes ?? Math.min(MOST_BYTES, blocks * bsize * MOST_OF_DISK);
  if (sizes.reduce((sum, size) => sum + size, 0) <= most) return;
  await breakChain(dataDir);
  await drop(spool, names);
  throw new BackupError(
    `Too much waited to be shipped to ${place.label}, so it was dropped: until the next backup, a restore goes back to the last one.`,
  );
}
