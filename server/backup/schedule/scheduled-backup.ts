import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Config } from '#server/settings/config.ts';
import { backUpPortal } from '../make/back-up.ts';
import { lastScheduled } from '../records.ts';
import { openPortal } from '../restore/open-portal.ts';
import { verifyGently } from '../verify/verify.ts';
import { currentChain } from '../wal/wal-chain.ts';
import { isBackupDue } from './due.ts';
import { prune } from './prune.ts';

/**
 * The whole of a scheduled backup: make it if it is due, verify it, and remove what needs not be kept any more. Throws
 * `BackupError`.
 */
export async function scheduledBackup(config: Config, signal: AbortSignal): Promise<void> {
  const { backup, dataDir } = config;
  if (backup === undefined) return;
  const portal = await openPortal(config, backup.url);
  try {
    const { database, sealed, source, timeZone } = portal;
    const { label } = sealed.place;
    const chain = () => currentChain(dataDir, sealed);
    const isDue = async () =>
      isBackupDue({
        now: new Date(),
        at: backup.at,
        clock: zonedClock(timeZone),
        last: await lastScheduled(database, label),
        lacksChain: source.kind === 'cluster' && (await chain()) === undefined,
      });
    const made = await backUpPortal(portal, config, backup.url, { scheduled: { isDue }, signal });
    if (made === undefined) return;
    // A backup that is not good must not take the place of one that is: nothing is removed then.
    await verifyGently(portal, made.manifest, dataDir, signal);
    await prune({ sealed, database, keep: backup.keep, timeZone, chain: await chain() });
  } finally {
    await portal.close();
  }
}
