import type { Database } from '#server/database/database.ts';
import { loadMasterKey } from '#server/sealing/master-key.ts';
import type { Config } from '#server/settings/config.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { openPlace } from '../place/open-place.ts';
import { sealPlace } from '../place/sealed-place.ts';
import { startShipping } from '../wal/shipping.ts';
import { breakChain, currentChain } from '../wal/wal-chain.ts';
import { startSchedule } from './schedule.ts';

interface Parts {
  config: Config;
  timeZone: string;
  database: Database;
  store: BlobStore;
  log: Parameters<typeof startShipping>[0]['log'];
}

/** Backups by the schedule, and with our own PostgreSQL the shipping of its WAL. Without BACKUP_URL, neither. */
export async function startBackups(parts: Parts): Promise<{ stop(): Promise<void> }> {
  const { config, timeZone, database, store, log } = parts;
  const { backup, dataDir } = config;
  const shipsWal = config.databaseUrl === undefined;
  if (backup === undefined) {
    // What is written from now on is not archived.
    if (shipsWal) await breakChain(dataDir);
    return { stop: async () => undefined };
  }
  const place = await openPlace(backup.url);
  const masterKey = () => loadMasterKey(dataDir, config.encryptionKey);
  const lacksChain = async () =>
    shipsWal && (await currentChain(dataDir, sealPlace(place, await masterKey()))) === undefined;
  const schedule = startSchedule({ database, place, at: backup.at, timeZone, lacksChain, log });
  const shipping = shipsWal ? startShipping({ dataDir, database, store, place, masterKey, log }) : undefined;
  return {
    stop: async () => {
      await Promise.all([schedule.stop(), shipping?.stop()]);
    },
  };
}
