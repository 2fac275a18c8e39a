import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import type { Config } from '#server/settings/config.ts';
import { openBackupContext } from '../context.ts';
import { lastScheduledBackup } from '../records.ts';
import { isBackupDue } from '../schedule/due.ts';
import { prune } from '../schedule/prune.ts';
import { verifyInBackground } from '../verify/verify-in-background.ts';
import { currentChain } from '../wal/wal-chain.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';

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

/**
 * Runs the scheduled backup if it is due, verifies it, and removes backups that need not be kept. Throws `BackupError`.
 */
export async function runScheduledBackup(config: Config, log: Log, signal: AbortSignal): Promise<void> {
  const { backup, dataDir } = config;
  if (backup === undefined) return;
  const portal = await openBackupContext(config, backup.url, log);
  try {
    const { database, sealed, source, timeZone } = portal;
    const { label } = sealed.place;
    const chain = () => currentChain(dataDir, sealed);
    const isDue = async () =>
      isBackupDue({
        now: new Date(),
        at: backup.at,
        clock: zonedClock(timeZone),
        last: await lastScheduledBackup(database, label),
        lacksChain: source.kind === 'cluster' && (await chain()) === undefined,
      });
    const made = await makeBackup(portal, { isDue, signal });
    if (made === undefined) return;
    // Throws if the backup is bad, so that no good backup is removed.
    await verifyInBackground(portal, made.manifest, dataDir, signal);
    await prune({ sealed, database, keep: backup.keep, timeZone, chain: await chain() });
  } finally {
    await portal.close();
  }
}
