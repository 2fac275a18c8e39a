import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { ENCRYPTION_KEY, PUBLISHABLE_KEY, SECRET_KEY } from '#tests/support/server/keys.ts';
import { prepareServer, root, type ServerProcess } from '#tests/support/server/server-process.ts';
import { queryDatabase } from './database.ts';

/** The first start has to unpack PostgreSQL. */
const START_TIMEOUT_MS = 120_000;

/** A portal that belongs to one test file, which may change its settings or kill it. */
export interface OwnPortal extends ServerProcess {
  database: { query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]> };
}

/** Starts a portal that serves a built site, with its own PostgreSQL. `remove` ends it. */
export async function startOwnPortal(
  siteFolder: string,
  env: Record<string, string> = {},
): Promise<OwnPortal> {
  const settings = { SECRET_KEY, ENCRYPTION_KEY, CAPTCHA: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const server = await prepareServer({
    env: { ...settings, ...env },
    siteFolder,
    timeoutMs: START_TIMEOUT_MS,
  });
  await server.start().catch(async (error: unknown) => {
    await server.remove();
    throw error;
  });
  return {
    ...server,
    database: {
      query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
        (await queryDatabase<Row>(server.dataDir, sql, values)).rows,
    },
  };
}

interface BuildOptions {
  siteUrl: string;
  business?: string;
  calendarUrl?: string;
  /** The folder for the build. A cached folder by default. */
  builds?: string;
}

/** Builds the site unless a cached build exists. Returns its folder. */
export async function buildSite(options: BuildOptions): Promise<string> {
  // Plain JavaScript without types.
  const { ensureBuild } = (await import(pathToFileURL(join(root, 'scripts/build.mjs')).href)) as {
    ensureBuild(options: BuildOptions & { root: string; publishableKey: string }): Promise<string>;
  };
  return ensureBuild({ root, publishableKey: PUBLISHABLE_KEY, ...options });
}
