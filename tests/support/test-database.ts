import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject, type ProvidedContext } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's cluster, as the owner of its databases. */
    clusterUrl: string;
    /** The URL of an administrator, if the owner can't create databases. */
    administratorUrl: string | undefined;
    /** Set if each portal has two servers, which share this store (see `two-servers.ts`). */
    sharedStorageUrl: string | undefined;
  }
}

/** What the global setups of a test's project provide. A global setup can't inject it. */
export type Provided = Pick<ProvidedContext, 'clusterUrl' | 'administratorUrl' | 'sharedStorageUrl'>;

export const injected = (): Provided => ({
  clusterUrl: inject('clusterUrl'),
  administratorUrl: inject('administratorUrl'),
  sharedStorageUrl: inject('sharedStorageUrl'),
});

export interface TestDatabase {
  /** Connects as the owner, for direct access to the database. */
  url: string;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Creates a database from the migrated template, or an empty one from `template0`. */
export async function createTestDatabase(
  template = 'nutmeg_template',
  { clusterUrl: cluster, administratorUrl: administrator = cluster } = injected(),
): Promise<TestDatabase> {
  const owner = new URL(cluster).username;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(administrator, `create database ${name} template ${template} owner ${owner} strategy file_copy`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const pool = openPool(url.href);
  return {
    url: url.href,
    query: queryOf(pool),
    drop: async () => {
      await pool.end();
      // PostgreSQL waits some seconds for connections that are just closing.
      await once(administrator, `drop database ${name}`).catch(() =>
        once(administrator, `drop database ${name} with (force)`),
      );
    },
  };
}

/** A database for all tests of a file: created before the first, and dropped after the last. */
export function databaseForFile(): TestDatabase {
  const database = {} as TestDatabase;
  let created: TestDatabase | undefined;
  beforeAll(async () => {
    created = await createTestDatabase();
    Object.assign(database, created);
  });
  afterAll(() => created?.drop());
  return database;
}

/** Empties the tables, and those that refer to them, also if nothing else may. Faster than another database for each test. */
export async function emptyTables(
  { query }: Pick<TestDatabase, 'query'>,
  ...tables: string[]
): Promise<void> {
  const guarded = await query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal and tgtype & 32 <> 0`,
  );
  const all = (act: string) =>
    guarded.map(({ name }) => `alter table ${name} ${act} trigger user;`).join(' ');
  await query(`${all('disable')} truncate ${tables.join(', ')} cascade; ${all('enable')}`);
}

export function queryOf(pool: pg.Pool): TestDatabase['query'] {
  return async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;
}

/**
 * An idle connection may be lost: `pool.end()` does not wait until its connections are closed, so the server may end
 * them first. A statement on a lost connection still fails.
 */
export function openPool(url: string): pg.Pool {
  return new pg.Pool({ connectionString: url, max: 2, idleTimeoutMillis: 60_000 }).on(
    'error',
    () => undefined,
  );
}

/** The same database over TCP, for a proxy. The URL of the run's cluster names a Unix socket. */
export function overTcp(databaseUrl: string): URL {
  const url = new URL(databaseUrl);
  if (url.hostname.startsWith('%2F')) url.hostname = '127.0.0.1';
  return url;
}

async function once(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
