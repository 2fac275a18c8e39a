import { type Database, lostConnection, openDatabase } from '#server/database/database.ts';
import { openEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import type { Log } from '#server/database/embedded/supervision.ts';
import { readFacts } from '#server/office/read-facts.ts';
import { findMasterKey } from '#server/sealing/master-key.ts';
import type { Config } from '#server/settings/config.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { BackupError } from './backup-error.ts';
import { clusterSource, logicalSource } from './make/source.ts';
import { openPlace } from './place/open-place.ts';
import { createSealedPlace } from './place/sealed-place.ts';
import { openChain } from './wal/wal-chain.ts';

/** Opens the configured portal: its database is that of the running server, or is started for the backup. */
export async function openBackupContext(config: Config, placeUrl: string, log: Log, logical = false) {
  const { dataDir, databaseUrl } = config;
  const place = await openPlace(placeUrl);
  const masterKey = await findMasterKey(dataDir, config.encryptionKey);
  if (!masterKey) throw new BackupError('There is no portal here yet. Start it once, then back it up.');
  const postgres =
    databaseUrl === undefined
      ? await openEmbeddedPostgres({ dataDir, log, archive: config.backup !== undefined })
      : undefined;
  const url = databaseUrl ?? postgres?.url ?? '';
  const onIdleError = lostConnection(log);
  const database = openDatabase({ url, poolSize: 4, onIdleError });
  const close = async () => {
    await database.close();
    await postgres?.stop();
  };
  let timeZone: string;
  try {
    await requireTables(database);
    timeZone = (await readFacts(database)).timeZone;
  } catch (error) {
    await close();
    throw error;
  }
  const source =
    postgres && !logical
      ? clusterSource(postgres.administratorUrl, url, dataDir)
      : logicalSource(database, url, dataDir);
  const sealed = createSealedPlace(place, masterKey);
  // WAL is shipped to one place only.
  const isShippedTo = source.kind === 'cluster' && placeUrl === config.backup?.url;
  return {
    /** The database as its owner. */
    url,
    database,
    source,
    store: await openStore(config.storageUrl, dataDir, config.previousStorageUrl),
    masterKey,
    sealed,
    /** Opens the chain of WAL that is shipped to this place. */
    openChain: isShippedTo ? () => openChain(dataDir, sealed) : undefined,
    timeZone,
    log,
    close,
  };
}

/** An open portal and the place where its backup goes. */
export type BackupContext = Awaited<ReturnType<typeof openBackupContext>>;

async function requireTables(database: Database): Promise<void> {
  const { rows } = await database.query<{ found: boolean }>(
    `select to_regclass('nutmeg.backups') is not null as found`,
  );
  if (rows[0]?.found) return;
  throw new BackupError(
    'This database is empty, or of an older version. Start the portal once, or run: npm run portal -- migrate',
  );
}
