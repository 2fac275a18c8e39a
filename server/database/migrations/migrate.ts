import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isAtLeast, isVersion, version as ownVersion } from '#server/version.ts';
import { LOCKS } from '../advisory-locks.ts';
import { unavailability } from '../availability.ts';
import { openClient } from '../client.ts';

/** The product's own migrations. */
export const MIGRATIONS = new URL('../../../database/migrations/', import.meta.url);

export class MigrationError extends Error {}

export interface MigrationFile {
  name: string;
  sql: string;
  /** SHA-256 in hex. */
  checksum: string;
  /** The oldest version that can use a database with this migration; undefined: any version. */
  needs: string | undefined;
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** The comment at the start of a file. */
const HEAD = /^(?:--.*\n?)*/;
/** A line of the head. */
const NEEDS = /^-- Needs: (.*)$/m;
/** While a migration waits for a lock, the table's requests wait behind it: so it waits briefly, and tries again. */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
const ATTEMPTS = 120;
const LOCK_NOT_AVAILABLE = '55P03';

interface Options {
  url: string;
  folder: URL;
  /** Apply only these files: for a database that gets rows of an older version. */
  only?: ReadonlySet<string>;
  /** The version of the program that will use the database. */
  version?: string;
}

/**
 * Applies each file of the folder once, in order, each in its own transaction. An advisory lock makes servers that start
 * together wait for each other. Returns the names of the files that were applied.
 *
 * A database with unknown migrations, of a later release, is accepted unless one of them needs a newer version than this
 * program's. Throws `MigrationError` in that case, for a file that was changed after it was applied, and for a migration
 * that fails; the migrations before it stay applied.
 */
export async function migrate({ url, folder, only, version = ownVersion }: Options): Promise<string[]> {
  const files = await migrationFiles(folder);
  const client = await openClient({ connectionString: url, application_name: 'nutmeg migration' });
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations]);
    const done = await appliedMigrations(client);
    rejectChangedFiles(files, done);
    rejectNewerSchema(files, done, version);
    const pending = files.filter(({ name }) => !done.has(name) && (only?.has(name) ?? true));
    for (const file of pending) await apply(client, file);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

interface Applied {
  name: string;
  checksum: string;
  needs: string | null;
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, Applied>> {
  await client.query(`
    create schema if not exists nutmeg;
    create table if not exists nutmeg.migrations (
      name text primary key,
      checksum text not null,
      -- The oldest version of the program that can use the database; null: any version.
      needs text,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<Applied>('select name, checksum, needs from nutmeg.migrations');
  return new Map(rows.map((row) => [row.name, row]));
}

function rejectChangedFiles(files: MigrationFile[], done: Map<string, Applied>): void {
  const changed = files.filter(({ name, checksum }) => (done.get(name)?.checksum ?? checksum) !== checksum);
  if (changed.length === 0) return;
  throw new MigrationError(
    `Applied already, and changed since: ${changed.map(({ name }) => name).join(', ')}. Restore the file and write a new migration.`,
  );
}

function rejectNewerSchema(files: MigrationFile[], done: Map<string, Applied>, version: string): void {
  const known = new Set(files.map(({ name }) => name));
  for (const { name, needs } of done.values()) {
    if (known.has(name) || needs === null || isAtLeast(version, needs)) continue;
    throw new MigrationError(
      `The database is newer than this program: it has ${name}, which needs version ${needs}. This is ${version}. Start the newer version.`,
    );
  }
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, file);
    } catch (error) {
      // A lost connection rolls back, and the migration is not the cause.
      if (unavailability(error)) throw error;
      await client.query('rollback');
      const locked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!locked || attempt === ATTEMPTS) throw toMigrationError(file.name, error);
      await pause(PAUSE_MS);
    }
  }
}

async function applyOnce(client: pg.Client, { name, sql, checksum, needs }: MigrationFile): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(sql);
  await client.query('insert into nutmeg.migrations (name, checksum, needs) values ($1, $2, $3)', [
    name,
    checksum,
    needs ?? null,
  ]);
  // Running servers reload the schema (server/rest/schema).
  await client.query(`notify pgrst, 'reload schema'`);
  await client.query('commit');
}

function toMigrationError(name: string, error: unknown): MigrationError {
  const { message, hint } = error as pg.DatabaseError;
  return new MigrationError(`${name}: ${message}${hint ? `\n${hint}` : ''}`, { cause: error });
}

/** Reads the migrations of a folder in order. Throws `MigrationError` if one is misnamed. */
export async function migrationFiles(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.filter((name) => !FILE_NAME.test(name));
  if (misnamed.length > 0) throw new MigrationError(`Not a migration's name: ${misnamed.join(', ')}`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, needs: neededVersion(name, sql) };
    }),
  );
}

function neededVersion(name: string, sql: string): string | undefined {
  const needs = NEEDS.exec(HEAD.exec(sql)?.[0] ?? '')?.[1];
  if (needs !== undefined && !isVersion(needs)) {
    throw new MigrationError(`${name}: "Needs: ${needs}" is not a version such as 1.0.0`);
  }
  return needs;
}
