import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import type { Config } from '#server/settings/config.ts';
import { version } from '#server/version.ts';
import { type BackupContext, openBackupContext } from '../context.ts';
import { lastScheduledBackup } from '../records.ts';
import { isBackupDue } from '../schedule/due.ts';
import { prune } from '../schedule/prune.ts';
import { verifyInBackground } from '../verify/verify-at-place.ts';
import { currentChain, openChain } from '../wal/wal-chain.ts';
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
    const made = await backUpPortal(portal, config, placeUrl, { signal });
    if (made === undefined) throw new Error('an unscheduled backup was skipped');
    return made;
  } finally {
    await portal.close();
  }
}

/** Backs up an open portal. Undefined if the scheduled backup is no longer due. */
function backUpPortal(
  { url, database, source, store, sealed, timeZone }: BackupContext,
  config: Config,
  placeUrl: string,
  { scheduled, signal }: { scheduled?: { isDue(): Promise<boolean> }; signal?: AbortSignal | undefined },
): Promise<MadeBackup | undefined> {
  // WAL is shipped to one place only.
  const isShippedTo = source.kind === 'cluster' && placeUrl === config.backup?.url;
  return makeBackup({
    url,
    database,
    source,
    store,
    sealed,
    version,
    timeZone,
    scheduled,
    signal,
    openChain: isShippedTo ? () => openChain(config.dataDir, sealed) : undefined,
  });
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
    const made = await backUpPortal(portal, config, backup.url, { scheduled: { isDue }, signal });
    if (made === undefined) return;
    // Throws if the backup is bad, so that no good backup is removed.
    await verifyInBackground(portal, made.manifest, dataDir, signal);
    await prune({ sealed, database, keep: backup.keep, timeZone, chain: await chain() });
  } finally {
    await portal.close();
  }
}
