import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/** In the database below the data folder, as its owner, past the product: for what nobody can cause by hand. */
export async function inDatabase(sql: string, values: unknown[] = []): Promise<void> {
  const { dataDir } = inject('portal');
  const read = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();
  const [password, port] = await Promise.all([read('keys/postgres-owner.password'), read('postgres/port')]);
  const client = new pg.Client({
    connectionString: `postgres://nutmeg:${password}@127.0.0.1:${port}/nutmeg`,
  });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}
