import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Role } from '#domain/account/roles.ts';
import { portal } from './portal.ts';

/** Connects as the owner to the database in a portal's data folder. */
async function urlOf(dataDir: string): Promise<string> {
  const read = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();
  const [password, port] = await Promise.all([read('keys/postgres-owner.password'), read('postgres/port')]);
  return `postgres://nutmeg:${password}@127.0.0.1:${port}/nutmeg`;
}

/** One for each portal. A portal that starts again has another port. An idle connection may be lost. */
const pools = new Map<string, pg.Pool>();

/**
 * Runs SQL as the owner of the database in a portal's data folder, for setup that the product can't do or does too
 * slowly.
 */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  dataDir: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const url = await urlOf(dataDir);
  const pool =
    pools.get(url) ??
    new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true }).on('error', () => undefined);
  pools.set(url, pool);
  return (await pool.query<Row>(sql, values)).rows;
}

/** Runs SQL in the database of the shared portal. Returns the rows. */
export const runSql = <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  queryDatabase<Row>(portal.dataDir, sql, values);

/** Changes a role as the command line does, without a process per call. */
export async function giveRole(email: string, role: Role): Promise<void> {
  const people = await runSql(
    'select public.change_role(id, $2, null) from auth.users where email = lower($1)',
    [email, role],
  );
  if (people.length !== 1) throw new Error(`${people.length} people have the address ${email}`);
}
