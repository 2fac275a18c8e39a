import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import type { Config } from '#server/settings/config.ts';
import { openBackupContext } from '../context.ts';
import { lastScheduledBackup } from '../records.ts';
import { dueWork } from '../schedule/due.ts';
import { prune } from '../schedule/prune.ts';
import { verifyInBackground } from '../verify/verify-in-background.ts';
import { currentChain } from '../wal/wal-chain.ts';
import { type MadeBackup, makeBackup, tryLock } from './make-backup.ts';

interface Options {
  config: Config;
  placeUrl: string;
  /** Copy the rows of one snapshot instead of the embedded cluster's files. */
  logical: boolean;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** Backs up the configured portal, running or not. Throws `BackupError`. */
export async function runBackup({ config, placeUrl, logical, log, signal }: Options): Promise<MadeBackup> {
  const portal = await openBackupContext(config, placeUrl, log, logical);
  try {
    const made = await makeBackup(portal, { signal });
    if (made === undefined) throw new Error('an unscheduled backup was skipped');
    return made;
  } finally {
    await portal.close();
  }
}

/** An advisory lock. The number is arbitrary, but must be the same in all versions. */
const VERIFY_LOCK = 7_340_119_262;

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
      const last = await lastScheduledBackup(database, label);
      const lacksChain = source.kind === 'cluster' && (await chain()) === undefined;
      const now = new Date();
      return { last, work: dueWork({ now, at: backup.at, clock: zonedClock(timeZone), last, lacksChain }) };
    };
    const isDue = async () => (await due()).work === 'backup';
    const made = await makeBackup(portal, { isDue, signal });
    const lock = await tryLock(url, VERIFY_LOCK);
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
