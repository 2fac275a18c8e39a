import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Database } from '#server/database/database.ts';
import type { Office } from '#server/office/office.ts';
import { findMasterKey } from '#server/sealing/master-key.ts';
import type { Config } from '#server/settings/config.ts';
import { createWorker } from '#server/startup/worker.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { BackupError } from '../backup-error.ts';
import { openPlace } from '../place/open-place.ts';
import { createSealedPlace } from '../place/sealed-place.ts';
import { startShipping } from '../wal/shipping.ts';
import { breakChain, currentChain } from '../wal/wal-chain.ts';
import { dueAt, RETRY_MS } from './due.ts';

type Log = Parameters<typeof startShipping>[0]['log'];

const EVERY_MS = 60_000;
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** Lower priority than all requests. */
const NICE = 10;

/**
 * Checks every minute whether a backup or its verification is due, and runs it in a separate process: hashing and
 * compressing must not delay requests. With several servers on one database, the database's locks and records decide
 * which one runs it.
 */
function startSchedule(
  dueNow: () => Promise<'backup' | 'verify' | undefined>,
  log: Log,
): { stop(): Promise<void> } {
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
      const work = await dueNow();
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
  log: Log;
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
  const dueNow = async () => {
    const lacksChain =
      shipsWal && (await currentChain(dataDir, createSealedPlace(place, await masterKey()))) === undefined;
    const { timeZone } = office.current();
    return (await dueAt(database, place.label, { at: backup.at, timeZone, lacksChain })).work;
  };
  const schedule = startSchedule(dueNow, log);
  const shipping = shipsWal ? startShipping({ dataDir, database, store, place, masterKey, log }) : undefined;
  return {
    stop: async () => {
      await Promise.all([schedule.stop(), shipping?.stop()]);
    },
  };
}
