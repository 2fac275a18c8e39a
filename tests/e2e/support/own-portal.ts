import type pg from 'pg';
import { buildSite } from '#tests/support/server/build-site.ts';
import { ENCRYPTION_KEY, SECRET_KEY } from '#tests/support/server/keys.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { queryDatabase } from './database.ts';

/** A portal that belongs to one test file, which may change its settings or kill it. */
export interface OwnPortal extends ServerProcess {
  database: { query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]> };
}

/**
 * Starts a portal with its own PostgreSQL, which serves the built site. `remove` ends it.
 * @param pseudo - Serves the build whose Spanish is English in other letters.
 */
export async function startOwnPortal(
  env: Record<string, string> = {},
  { pseudo = false } = {},
): Promise<OwnPortal> {
  const siteFolder = await buildSite({ pseudo });
  const settings = { SECRET_KEY, ENCRYPTION_KEY, CAPTCHA: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const server = await prepareServer({
    env: { ...settings, ...env },
    siteFolder,
  });
  await server.start().catch(async (error: unknown) => {
    await server.remove();
    throw error;
  });
  return {
    ...server,
    database: {
      query: <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
        queryDatabase<Row>(server.dataDir, sql, values),
    },
  };
}
