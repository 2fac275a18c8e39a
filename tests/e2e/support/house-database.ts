import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/**
 * In the database below the data folder, as its owner, past the product: for what nobody can cause by hand, or not as
 * fast. Says how many rows it were.
 */
export async function inDatabase(sql: string, values: unknown[] = []): Promise<number> {
  const { dataDir } = inject('portal');
  const read = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();
  const [password, port] = await Promise.all([read('keys/postgres-owner.password'), read('postgres/port')]);
  const client = new pg.Client({
    connectionString: `postgres://nutmeg:${password}@127.0.0.1:${port}/nutmeg`,
  });
  await client.connect();
  try {
    return (await client.query(sql, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** As the owner's command does, which is a process of its own for each time. */
export async function giveRole(email: string, role: 'client' | 'admin' | 'super'): Promise<void> {
  const people = await inDatabase(
    'select public.change_role(id, $2, null) from auth.users where email = lower($1)',
    [email, role],
  );
  if (people !== 1) throw new Error(`${people} people have the address ${email}`);
}
