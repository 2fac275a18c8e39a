import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's cluster, as the owner of its databases. */
    clusterUrl: string;
    /** The URL of an administrator, if the owner can't create databases. */
    administratorUrl: string | undefined;
  }
}

export interface TestDatabase {
  /** Connects as the owner, for direct access to the database. */
  url: string;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Creates a database from the migrated template, or an empty one from `template0`. */
export async function createTestDatabase(template = 'nutmeg_template'): Promise<TestDatabase> {
  const cluster = inject('clusterUrl');
  const administrator = inject('administratorUrl') ?? cluster;
  const owner = new URL(cluster).username;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(administrator, `create database ${name} template ${template} owner ${owner}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const pool = openPool(url.href);
  return {
    url: url.href,
    query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await pool.query<Row>(sql, values)).rows,
    drop: async () => {
      await pool.end();
      // PostgreSQL waits some seconds for connections that are just closing.
      await once(administrator, `drop database ${name}`).catch(() =>
        once(administrator, `drop database ${name} with (force)`),
      );
    },
  };
}

/**
 * An idle connection may be lost: `pool.end()` does not wait until its connections are closed, so the server may end
 * them first. A statement on a lost connection still fails.
 */
export function openPool(url: string): pg.Pool {
  return new pg.Pool({ connectionString: url, max: 2 }).on('error', () => undefined);
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
