import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Database } from '#server/database/database.ts';
import type { Office } from '#server/office/office.ts';
import { findMasterKey } from '#server/sealing/master-key.ts';
import type { Config } from '#server/settings/config.ts';
import { createWorker } from '#server/startup/worker.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { BackupError } from '../backup-error.ts';
import { openPlace } from '../place/open-place.ts';
import type { BackupPlace } from '../place/place.ts';
import { createSealedPlace } from '../place/sealed-place.ts';
import { lastScheduledBackup } from '../records.ts';
import { startShipping } from '../wal/shipping.ts';
import { breakChain, currentChain } from '../wal/wal-chain.ts';
import { dueWork, RETRY_MS } from './due.ts';

interface Deps {
  database: Pick<Database, 'query'>;
  place: BackupPlace;
  /** Time of day in the office's time zone. */
  at: string;
  office: Pick<Office, 'current'>;
  /** Whether WAL is shipped, but no chain is open for it. */
  lacksChain(): Promise<boolean>;
  log: { warn(details: object, message: string): void };
}

const EVERY_MS = 60_000;
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** Lower priority than all requests. */
const NICE = 10;

/**
 * Checks every minute whether a backup or its verification is due, and runs it in a separate process: hashing and
 * compressing must not delay requests. With several servers on one database, the database's locks and records decide
 * which one runs it.
 */
function startSchedule(deps: Deps): { stop(): Promise<void> } {
  const { log } = deps;
  let child: ChildProcess | undefined;
  const run = async () => {
    child = spawn(process.execPath, ['server/operate/cli/main.ts', 'backup', '--scheduled'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    lowerPriority(child.pid);
    const [errors, [code]] = await Promise.all([
      child.stderr ? text(child.stderr) : '',
      once(child, 'exit'),
    ]).finally(() => {
      child = undefined;
    });
    if (worker.isStopped()) return;
    if (code !== 0) log.warn({ code }, `the scheduled backup failed: ${errors.trim()}`);
    // Such as a lost connection that was replaced.
    else if (errors !== '') log.warn({}, `the scheduled backup succeeded, but: ${errors.trim()}`);
  };
  const worker = createWorker({
    round: async () => {
      const work = await dueNow(deps);
      if (work === undefined || worker.isStopped()) return EVERY_MS;
      await run();
      // Another server may be verifying.
      return work === 'verify' ? RETRY_MS : EVERY_MS;
    },
    onError: (err) => log.warn({ err }, 'the scheduled backup could not be started'),
    retryMs: EVERY_MS,
  });
  worker.wake();
  return {
    stop: async () => {
      const stopped = worker.stop();
      child?.kill('SIGTERM');
      await stopped;
    },
  };
}

async function dueNow({ database, place, at, office, lacksChain }: Deps) {
  return dueWork({
    now: new Date(),
    at,
    clock: zonedClock(office.current().timeZone),
    last: await lastScheduledBackup(database, place.label),
    lacksChain: await lacksChain(),
  });
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // A container may forbid it, or the process has ended. The priority is not essential.
  }
}

interface BackupDeps {
  config: Config;
  office: Pick<Office, 'current'>;
  database: Database;
  store: BlobStore;
  log: Parameters<typeof startShipping>[0]['log'];
}

/** Starts scheduled backups and, for the embedded PostgreSQL, WAL shipping. Without BACKUP_URL, does neither. */
export async function startBackups(deps: BackupDeps): Promise<{ stop(): Promise<void> }> {
  const { config, office, database, store, log } = deps;
  const { backup, dataDir } = config;
  const shipsWal = config.databaseUrl === undefined;
  if (backup === undefined) {
    // WAL from now on is not archived.
    if (shipsWal) await breakChain(dataDir);
    return { stop: async () => undefined };
  }
  const place = await openPlace(backup.url);
  const masterKey = async () => {
    const key = await findMasterKey(dataDir, config.encryptionKey);
    if (key) return key;
    // A new key would seal what no recovery sheet can open.
    throw new BackupError('keys/encryption.key in DATA_DIR is missing. Restore it from a copy.');
  };
  const lacksChain = async () =>
    shipsWal && (await currentChain(dataDir, createSealedPlace(place, await masterKey()))) === undefined;
  const schedule = startSchedule({ database, place, at: backup.at, office, lacksChain, log });
  const shipping = shipsWal ? startShipping({ dataDir, database, store, place, masterKey, log }) : undefined;
  return {
    stop: async () => {
      await Promise.all([schedule.stop(), shipping?.stop()]);
    },
  };
}
