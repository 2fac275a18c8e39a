import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run, as the owner of its databases. */
    clusterUrl: string;
    /** Who makes databases for that owner, where the owner may not; else the owner does. */
    administratorUrl: string | undefined;
  }
}

export interface TestDatabase {
  /** As the owner: for what a test must see or set behind the product's back. */
  url: string;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A fresh database on the run's cluster: a copy of the migrated template, or with `template0` an empty one. */
export async function createTestDatabase(template = 'nutmeg_template'): Promise<TestDatabase> {
  const cluster = inject('clusterUrl');
  const administrator = inject('administratorUrl') ?? cluster;
  const owner = new URL(cluster).username;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(administrator, `create database ${name} template ${template} owner ${owner}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  return {
    url: url.href,
    query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await pool.query<Row>(sql, values)).rows,
    drop: async () => {
      await pool.end();
      // Connections that were closed just now still say goodbye; PostgreSQL waits some seconds for them.
      await once(administrator, `drop database ${name}`).catch(() =>
        once(administrator, `drop database ${name} with (force)`),
      );
    },
  };
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
