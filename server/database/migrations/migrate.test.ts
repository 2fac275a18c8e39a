import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/waiting.ts';
import { MIGRATIONS, migrate } from './migrate.ts';

let place: string;
let database: TestDatabase;
/** The migrations of two successive releases. */
let before: URL;
let after: URL;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'nutmeg-migrate-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

beforeEach(async () => {
  database = await createTestDatabase();
  [before, after] = await Promise.all([copyOfMigrations('before'), copyOfMigrations('after')]);
});
afterEach(() => database.drop());

async function copyOfMigrations(name: string): Promise<URL> {
  const folder = join(place, name);
  await rm(folder, { recursive: true, force: true });
  await cp(MIGRATIONS, folder, { recursive: true });
  return pathToFileURL(`${folder}/`);
}

const write = (name: string, sql: string) => writeFile(new URL(name, after), sql);
const apply = (folder: URL, version = '1.0.0') => migrate({ url: database.url, folder, version });

test('a failing migration leaves the earlier ones, and the previous release still starts', async () => {
  await write('9001_one.sql', 'create table public.one (id uuid primary key);');
  await write('9002_two.sql', 'create table public.two (id uuid primary key);');
  await write('9003_three.sql', 'create table public.three (id uuid); select 1 / 0;');
  await write('9004_four.sql', 'create table public.four (id uuid primary key);');
  await write('9005_five.sql', 'create table public.five (id uuid primary key);');
  await expect(apply(after, '1.1.0')).rejects.toThrow('9003_three.sql: division by zero');
  const tables = await database.query<{ name: string | null }>(
    `select to_regclass('public.' || name)::text as name from unnest('{one,two,three,four}'::text[]) as name`,
  );
  expect(tables.map(({ name }) => name)).toEqual(['one', 'two', null, null]);

  expect(await apply(before)).toEqual([]);
  await write('9003_three.sql', 'create table public.three (id uuid);');
  expect(await apply(after, '1.1.0')).toEqual(['9003_three.sql', '9004_four.sql', '9005_five.sql']);
  expect(await apply(before)).toEqual([]);
});

test('a migration that needs a newer version rejects older programs only', async () => {
  await write('9001_contract.sql', '-- Takes away what 1.1.0 stopped using.\n-- Needs: 1.1.0\nselect 1;');
  await apply(after, '1.2.0');
  await expect(apply(before, '1.0.9')).rejects.toThrow(
    'The database is newer than this program: it has 9001_contract.sql, which needs version 1.1.0. This is 1.0.9.',
  );
  expect(await apply(before, '1.1.0')).toEqual([]);
});

test('reads "Needs" from the head of a file only, and requires a version', async () => {
  await write('9001_later.sql', 'select 1;\n-- Needs: 9.9.9\n');
  expect(await apply(after)).toEqual(['9001_later.sql']);
  expect(await apply(before)).toEqual([]);
  await write('9002_wrong.sql', '-- Needs: the next one\nselect 1;');
  await expect(apply(after)).rejects.toThrow('9002_wrong.sql: "Needs: the next one" is not a version');
});

test('rejects a migration that was changed after it was applied', async () => {
  await write('9001_one.sql', 'select 1;');
  await apply(after);
  await write('9001_one.sql', 'select 2;');
  await expect(apply(after)).rejects.toThrow('Applied already, and changed since: 9001_one.sql');
});

test('a migration that waits for a table lock lets requests through', async () => {
  await write('9001_column.sql', 'alter table public.tax_forms add column mark text;');
  const [user, request] = [0, 1].map(() => new pg.Client({ connectionString: database.url }));
  if (!user || !request) throw new Error('no connection');
  await Promise.all([user.connect(), request.connect()]);
  try {
    await user.query('begin');
    await user.query('select from public.tax_forms');
    const applied = apply(after, '1.1.0');
    // The migration waits for the lock. A request behind it must not wait for the first transaction.
    await eventually(async () => {
      const [waiting] = await database.query(
        `select from pg_locks where relation = 'public.tax_forms'::regclass and not granted`,
      );
      return waiting !== undefined;
    });
    await request.query('select from public.tax_forms');
    await user.query('commit');
    expect(await applied).toEqual(['9001_column.sql']);
  } finally {
    await Promise.all([user.end(), request.end()]);
  }
});
