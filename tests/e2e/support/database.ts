import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { portal } from './portal.ts';

/**
 * Runs SQL as the owner of the database in a portal's data folder, for setup that the product can't do or does too
 * slowly.
 */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  dataDir: string,
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const read = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();
  const [password, port] = await Promise.all([read('keys/postgres-owner.password'), read('postgres/port')]);
  const client = new pg.Client({
    connectionString: `postgres://nutmeg:${password}@127.0.0.1:${port}/nutmeg`,
  });
  await client.connect();
  try {
    return await client.query<Row>(sql, values);
  } finally {
    await client.end();
  }
}

/** Runs SQL in the database of the shared portal. Returns the number of rows. */
export async function runSql(sql: string, values: unknown[] = []): Promise<number> {
  return (await queryDatabase(portal.dataDir, sql, values)).rowCount ?? 0;
}

/** Changes a role as the command line does, without a process per call. */
export async function giveRole(email: string, role: 'client' | 'admin' | 'super'): Promise<void> {
  const people = await runSql(
    'select public.change_role(id, $2, null) from auth.users where email = lower($1)',
    [email, role],
  );
  if (people !== 1) throw new Error(`${people} people have the address ${email}`);
}
