import { type Database, openDatabase, sqlState } from '#server/database/database.ts';
import { openEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import { loadKeyRing } from '#server/sealing/key-ring.ts';
import { readBusiness } from '#server/settings/business.ts';
import { prepareDataDir, refuseLostKeys } from '#server/settings/data-dir.ts';
import { CommandError, type Context } from './command.ts';

export const silentLog = {
  info: () => undefined,
  error: (message: string) => void process.stderr.write(`${message}\n`),
};

/**
 * Works on the database of DATABASE_URL, else on the embedded one: the running server's, or started for this
 * command and stopped after it.
 */
export async function withDatabaseUrl<T>({ config }: Context, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  // As at the start: the key comes first, and never anew beside a database that needs the old one.
  await refuseLostKeys(config);
  await prepareDataDir(config.dataDir);
  await loadKeyRing(config);
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    log: silentLog,
    archive: config.backup !== undefined,
  });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

export async function withDatabase<T>(
  context: Context,
  work: (database: Database) => Promise<T>,
  /** What the database is told of this connection, where the command needs it otherwise than usual. */
  said: Pick<Parameters<typeof openDatabase>[0], 'staffMfa' | 'staffInbox' | 'poolSize'> = {},
): Promise<T> {
  const { timeZone } = await readBusiness();
  return withDatabaseUrl(context, async (url) => {
    const database = openDatabase({
      url,
      timeZone,
      poolSize: 1,
      ...said,
      onIdleError: ({ message }) => silentLog.error(message),
    });
    try {
      return await work(database);
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
