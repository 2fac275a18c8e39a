import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import { MIGRATIONS, migrate } from '#server/database/migrations/migrate.ts';
import { typesOf } from './database-types.ts';
import { schemaOf } from './schema-sql.ts';

/** `npm run types`: migrates a temporary database, and writes its row types and its schema into the repository. */
const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-types-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: { info() {}, error: console.error } });
const client = new pg.Client({ connectionString: postgres.url });
try {
  await migrate({ url: postgres.url, folder: MIGRATIONS });
  await client.connect();
  const types = await typesOf({ query: async (sql) => (await client.query(sql)).rows });
  await writeFile(new URL('../../contract/generated/database.ts', import.meta.url), types);
  const schema = await schemaOf(postgres.url, MIGRATIONS);
  await writeFile(new URL('../../database/schema.sql', import.meta.url), schema);
} finally {
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
