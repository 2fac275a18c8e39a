import { LOCKS } from '#server/database/advisory-locks.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import { createPace } from '#server/operate/verify/check.ts';
import { createSealer } from '#server/sealing/sealer.ts';
import type { Config } from '#server/settings/config.ts';
import { BackupError } from '../backup-error.ts';
import { type BackupContext, openBackupContext } from '../context.ts';
import { forgetCopies } from '../documents.ts';
import { chooseBackup, listBackups, readDocuments } from '../manifest.ts';
import { newestVerified, recordVerify } from '../records.ts';
import { dueAt } from '../schedule/due.ts';
import { prune } from '../schedule/prune.ts';
import { verifyBackup } from '../verify/verify-backup.ts';
import { currentChain } from '../wal/wal-chain.ts';
import { makeBackup, tryLock } from './make-backup.ts';

interface Options {
  config: Config;
  placeUrl: string;
  /** Copy the rows of one snapshot instead of the embedded cluster's files. */
  logical: boolean;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** Backs up the configured portal, running or not. Throws `BackupError`. */
export async function runBackup({ config, placeUrl, logical, log, signal }: Options) {
  const portal = await openBackupContext(config, placeUrl, log, logical);
  try {
    const made = await makeBackup(portal, { signal });
    if (made === undefined) throw new Error('an unscheduled backup was skipped');
    return made;
  } finally {
    await portal.close();
  }
}

/**
 * Runs the scheduled backup if it is due, verifies it or one whose verification was cut off, and removes backups that
 * need not be kept. Throws `BackupError`.
 */
export async function runScheduledBackup(config: Config, log: Log, signal: AbortSignal): Promise<void> {
  const { backup, dataDir } = config;
  if (backup === undefined) return;
  const portal = await openBackupContext(config, backup.url, log);
  try {
    const { url, database, sealed, source, timeZone } = portal;
    const { label } = sealed.place;
    const chain = () => currentChain(dataDir, sealed);
    const due = async () => {
      const lacksChain = source.kind === 'cluster' && (await chain()) === undefined;
      return dueAt(database, label, { at: backup.at, timeZone, lacksChain });
    };
    const isDue = async () => (await due()).work === 'backup';
    const made = await makeBackup(portal, { isDue, signal });
    const lock = await tryLock(url, LOCKS.verification);
    // Another server verifies it.
    if (lock === undefined) return;
    try {
      const { last, work } = await due();
      const name = made?.manifest.name ?? (work === 'verify' ? last?.name : undefined);
      if (name === undefined) return;
      // Throws if the backup is bad, so that no good backup is removed.
      await verifyInBackground(portal, name, dataDir, signal);
      await prune({ sealed, database, keep: backup.keep, timeZone, chain: await chain() });
    } finally {
      await lock.end();
    }
  } finally {
    await portal.close();
  }
}

/** Slow enough for people to work on the same disk. */
const BYTES_PER_SECOND = 20_000_000;
/** All documents are read within this many days. */
const CYCLE_DAYS = 28;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Verifies a new backup at low speed: its database, the presence of every document, and the bytes of documents that are
 * new since the last good backup, plus a different part of the other documents each day. Records the result, and which
 * documents must be copied again. Throws `BackupError` if there is a problem.
 */
async function verifyInBackground(
  { database, sealed, masterKey, log }: BackupContext,
  name: string,
  dataDir: string,
  signal: AbortSignal,
): Promise<void> {
  const { label } = sealed.place;
  try {
    const manifest = await chooseBackup(sealed, { name });
    const good = await newestVerified(database, label);
    const goodExists = good !== undefined && (await listBackups(sealed)).names.includes(good);
    const known = goodExists ? await readDocuments(sealed, good) : new Map();
    const today = Math.floor(Date.now() / DAY_MS) % CYCLE_DAYS;
    const { problems, broken } = await verifyBackup({
      sealed,
      manifest,
      dataDir,
      sealer: createSealer(masterKey),
      compares: ({ id }) => !known.has(id) || Number.parseInt(id.slice(0, 8), 16) % CYCLE_DAYS === today,
      pace: createPace(BYTES_PER_SECOND, signal),
      onProblem: () => undefined,
      log,
      signal,
    });
    await forgetCopies(database, sealed.place, broken);
    if (problems > 0) {
      const found = problems === 1 ? 'One problem was' : `${problems} problems were`;
      throw new BackupError(
        `${found} found in the backup ${name}. To list them, run: npm run portal -- verify <place>`,
      );
    }
  } catch (error) {
    // Interrupted, it is repeated.
    if (!signal.aborted) {
      const problem = error instanceof BackupError ? error.message : 'It failed; the log has the reason.';
      await recordVerify(database, { name, place: label, problem });
    }
    throw error;
  }
  await recordVerify(database, { name, place: label, problem: undefined });
}
