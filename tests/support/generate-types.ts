import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { typesOf } from './database-types.ts';

/** Migrates a database of its own, writes down the types of what came of it, and leaves nothing behind. */
const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-types-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: { info() {}, error: console.error } });
const client = new pg.Client({ connectionString: postgres.url });
try {
  await migrate({ url: postgres.url, folder: new URL('../../database/migrations/', import.meta.url) });
  await client.connect();
  const types = await typesOf({ query: async (sql) => (await client.query(sql)).rows });
  await writeFile(new URL('../../contract/generated/database.ts', import.meta.url), types);
} finally {
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
