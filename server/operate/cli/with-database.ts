import { pino } from 'pino';
import { requireMasterKey } from '#server/auth/sessions/signing-keys.ts';
import { type Database, lostConnection, openDatabase, sqlState } from '#server/database/database.ts';
import { openEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import { MIGRATIONS, migrate } from '#server/database/migrations/migrate.ts';
import { readFacts } from '#server/office/read-facts.ts';
import { createSeals } from '#server/rest/tables/seals.ts';
import { findKeyRing, type KeyRing, loadKeyRing } from '#server/sealing/key-ring.ts';
import type { Config } from '#server/settings/config.ts';
import { prepareDataDir, requireKeys } from '#server/settings/data-dir.ts';
import { createBlobs } from '#server/storage/blobs/blobs.ts';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { CommandError, type Context } from './command.ts';

export const errorLog = {
  info: () => undefined,
  error: (message: string) => void process.stderr.write(`${message}\n`),
};

/** With the database of DATABASE_URL, that of the running server, or one started for this command. */
export async function withDatabaseUrl<T>({ config }: Context, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  // Keys first, as when the server starts: never create a key next to a database that needs the old one.
  await requireKeys(config);
  await prepareDataDir(config.dataDir);
  await loadKeyRing(config);
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    log: errorLog,
    archive: config.backup !== undefined,
  });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

interface Settings extends Pick<Parameters<typeof openDatabase>[0], 'staffMfa' | 'staffInbox' | 'poolSize'> {
  /** Migrates first, so that the command works on a new installation. */
  migrates?: boolean;
}

export async function withDatabase<T>(
  context: Context,
  work: (database: Database, url: string) => Promise<T>,
  { migrates = false, ...settings }: Settings = {},
): Promise<T> {
  return withDatabaseUrl(context, async (url) => {
    if (migrates) await migrate({ url, folder: MIGRATIONS });
    const database = openDatabase({
      url,
      poolSize: 1,
      ...settings,
      onIdleError: lostConnection(errorLog),
    });
    try {
      return await work(database, url);
    } catch (error) {
      if (sqlState(error) === UNDEFINED_TABLE) {
        throw new CommandError(
          'This database is empty. Start the portal once, or run: npm run portal -- migrate',
        );
      }
      throw error;
    } finally {
      await database.close();
    }
  });
}

const UNDEFINED_TABLE = '42P01';

/** This database's keys. Creates one if nothing is sealed yet, never if it is missing. Throws `MasterKeyError`. */
export async function keyRingFor(config: Config, database: Pick<Database, 'query'>): Promise<KeyRing> {
  const found = await findKeyRing(config);
  await requireMasterKey(database, found?.sealer);
  return found ?? loadKeyRing(config);
}

/** What the database refers to, the documents and the sealed answers, and the office's time zone. Throws as `keyRingFor`. */
export async function openContents(config: Config, database: Database) {
  const keyRing = await keyRingFor(config, database);
  const { sealer } = keyRing;
  const store = await openStore(config.storageUrl, config.dataDir, config.previousStorageUrl);
  const blobs = createBlobs({ database, store, sealer, log: pino({ level: 'silent' }) });
  const { timeZone } = await readFacts(database);
  return { keyRing, store, blobs, seals: createSeals(sealer, database), timeZone };
}
