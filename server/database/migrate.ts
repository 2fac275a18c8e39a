import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { unavailability } from './availability.ts';
import { openClient } from './client.ts';

/** Any number does; it must only be the same for all servers of the product. */
const ADVISORY_LOCK = 7_340_119_260;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** The product's own migrations. */
export const MIGRATIONS = new URL('../../database/migrations/', import.meta.url);

export class MigrationError extends Error {}

interface Options {
  url: string;
  folder: URL;
}

/**
 * Brings the database up to date: each file of the folder once, in order, in a transaction of its own, under
 * an advisory lock, so that servers starting together wait for each other. A file that was applied and has
 * changed since is refused. Returns the names of the files that were applied now.
 */
export async function migrate({ url, folder }: Options): Promise<string[]> {
  const files = await migrationFiles(folder);
  const client = await openClient({ connectionString: url, application_name: 'nutmeg migration' });
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const done = await appliedMigrations(client);
    refuseChanges(files, done);
    const pending = files.filter((file) => !done.has(file.name));
    for (const file of pending) await apply(client, file);
    // Servers that run already look at the schema anew (server/rest/schema).
    if (pending.length > 0) await client.query(`notify pgrst, 'reload schema'`);
    return pending.map((file) => file.name);
  } finally {
    await client.end();
  }
}

interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
}

async function migrationFiles(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.filter((name) => !FILE_NAME.test(name));
  if (misnamed.length > 0) throw new MigrationError(`Not a migration's name: ${misnamed.join(', ')}`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`
    create schema if not exists nutmeg;
    create table if not exists nutmeg.migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from nutmeg.migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function refuseChanges(files: MigrationFile[], done: Map<string, string>): void {
  const known = new Set(files.map((file) => file.name));
  const changed = files.filter((file) => done.has(file.name) && done.get(file.name) !== file.checksum);
  if (changed.length > 0) {
    throw new MigrationError(
      `Applied already, and changed since: ${changed.map((file) => file.name).join(', ')}. Restore the file and write a new migration.`,
    );
  }
  const unknown = [...done.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database is newer than this program: it has ${unknown.join(', ')}. Start the newer version.`,
    );
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: MigrationFile): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into nutmeg.migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    // A lost connection rolls back by itself, and is not the migration's fault.
    if (unavailability(error)) throw error;
    await client.query('rollback');
    const { message, hint } = error as pg.DatabaseError;
    throw new MigrationError(`${name}: ${message}${hint ? `\n${hint}` : ''}`, { cause: error });
  }
}
