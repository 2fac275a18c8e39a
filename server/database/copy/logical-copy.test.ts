/** @module-tag size */
import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { visitor } from '#tests/support/people.ts';
import { ENCRYPTION_KEY, root, startPortal } from '#tests/support/server/portal.ts';
import { createTestDatabase, databaseForFile, type TestDatabase } from '#tests/support/test-database.ts';
import { CopyError, type CopySource, readCopy, writeCopy } from './logical-copy.ts';

const run = promisify(execFile);
const office = databaseForFile();
let password: string;
let copy: CopySource;

beforeAll(async () => {
  const portal = await startPortal({ database: office });
  // Also creates a signing key and the rows of a sign-in.
  const { stdout } = await run(process.execPath, ['server/operate/cli/main.ts', 'demo'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      ENCRYPTION_KEY,
      DATA_DIR: portal.dataDir,
      DATABASE_URL: office.url,
    },
  });
  password = /shown only once: {2}(\S+)/.exec(stdout)?.[1] ?? '';
  await signIn(portal);
  await portal.close();
  copy = await copyOf(office);
}, 180_000);

async function signIn(portal: { url: string }) {
  const client = visitor(portal);
  const { error } = await client.auth.signInWithPassword({ email: 'rosa.nunez@mail.example', password });
  expect(error).toBeNull();
  return client;
}

async function copyOf({ url }: TestDatabase): Promise<CopySource> {
  const kept = new Map<string, Buffer>();
  const summary = await writeCopy(url, {
    table: async (name, _columns, rows) => void kept.set(name, await buffer(rows)),
  });
  return { summary, table: (name) => Readable.from([kept.get(name) ?? Buffer.alloc(0)]) };
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

interface Fingerprint {
  name: string;
  rows: string;
  hash: string | null;
}

/** Hashes every table, including generated columns, independent of row order. */
async function fingerprints({ query }: TestDatabase): Promise<Fingerprint[]> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'public', 'storage', 'nutmeg', 'rest') order by 1`,
  );
  const found: Fingerprint[] = [];
  for (const { name } of tables) {
    // The timestamps differ between databases.
    const row = name === 'nutmeg.migrations' ? '(t.name, t.checksum)' : 't';
    const [one] = await query<Fingerprint>(
      `select '${name}' as name, count(*) as rows, md5(string_agg(md5(${row}::text), '' order by ${row}::text)) as hash
       from ${name} t`,
    );
    if (one) found.push(one);
  }
  return found;
}

test('a loaded copy equals the original, and the portal runs on it', async () => {
  const [owner] = await office.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  expect(owner).toEqual({ rolsuper: false });
  const other = await emptyDatabase();
  const summary = await readCopy(other.url, copy);

  const expected = await fingerprints(office);
  expect(await fingerprints(other)).toEqual(expected);
  const counted = summary.tables.map(({ name, rows }) => ({ name, rows: String(rows) }));
  expect(counted.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
    expected
      .filter(({ name }) => name !== 'nutmeg.migrations')
      .map(({ name, rows }) => ({ name, rows }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
  expect(expected.filter(({ rows }) => rows !== '0').length).toBeGreaterThan(25);
  expect(await other.query(`select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([]);

  const portal = await startPortal({ database: other });
  onTestFinished(() => portal.close());
  const rosa = await signIn(portal);
  // Triggers fire and sequences continue: the sign-in adds an audit log entry.
  const latest = (database: TestDatabase) =>
    database.query<{ id: string }>('select max(id) as id from public.audit_log');
  const [[before], [after]] = await Promise.all([latest(office), latest(other)]);
  expect(Number(after?.id)).toBeGreaterThan(Number(before?.id));
  const { error } = await rosa.from('user_profiles').update({ phone: '(203) 555-0100' }).neq('phone', '');
  expect(error).toBeNull();
  expect(
    await other.query(
      `select from public.user_profiles where phone = '(203) 555-0100' and updated_at > created_at`,
    ),
  ).toHaveLength(1);
});

test('a copy excludes rows that are written meanwhile', async () => {
  const [before] = await office.query<{ count: string }>('select count(*) from public.legacy_emails');
  const rows = new Map<string, number>();
  const summary = await writeCopy(office.url, {
    table: async (name, _columns, stream) => {
      if (rows.size === 0)
        await office.query(`insert into public.legacy_emails (email) values ('late@example.com')`);
      rows.set(name, (await buffer(stream)).length);
    },
  });
  await office.query(`delete from public.legacy_emails where email = 'late@example.com'`);
  expect(summary.tables.find(({ name }) => name === 'public.legacy_emails')?.rows).toBe(
    Number(before?.count),
  );
});

test('a database that is not empty is rejected and unchanged', async () => {
  const other = await emptyDatabase();
  await other.query(`insert into public.legacy_emails (email) values ('dana@example.com')`);
  const before = await fingerprints(other);
  const refusal = await readCopy(other.url, copy).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CopyError);
  expect((refusal as CopyError).message).toBe(
    'This database is not empty: there are rows in public.legacy_emails.',
  );
  expect(await fingerprints(other)).toEqual(before);
});

test('a database of another version is rejected', async () => {
  const other = await emptyDatabase();
  const [last] = copy.summary.migrations.slice(-1);
  const older = { ...copy.summary, migrations: copy.summary.migrations.slice(0, -1) };
  await expect(readCopy(other.url, { ...copy, summary: older })).rejects.toThrow(
    `The copy is of another version than this database: the copy lacks ${last?.name}.`,
  );
  const edited = copy.summary.migrations.map((one) => ({ ...one, checksum: 'other' }));
  await expect(
    readCopy(other.url, { ...copy, summary: { ...copy.summary, migrations: edited } }),
  ).rejects.toThrow('other versions of');
});

test.each([
  ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
  ['one character changed', (bytes: Buffer) => Buffer.from(bytes.toString().replace('Rosa', 'Rose'))],
  ['an invalid row', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('nonsense\n')])],
])('a damaged copy is rejected completely: %s', async (_what, damage) => {
  const other = await emptyDatabase();
  const before = await fingerprints(other);
  const damaged: CopySource = {
    summary: copy.summary,
    table: async (name) => {
      const whole = await buffer(await copy.table(name));
      return Readable.from([name === 'public.user_profiles' ? damage(whole) : whole]);
    },
  };
  await expect(readCopy(other.url, damaged)).rejects.toThrow(/^The copy of public\.user_profiles is damaged/);
  expect(await fingerprints(other)).toEqual(before);
});

test.each([
  ['fails', async () => Promise.reject(new Error('the disk is full'))],
  ['stops reading', async () => undefined],
])('a sink that %s ends the copy', async (_what, table) => {
  await expect(writeCopy(office.url, { table })).rejects.toThrow(/the disk is full|left rows unread/);
  // The line was cut, so that no snapshot is held.
  await expect
    .poll(() => office.query(`select from pg_stat_activity where application_name = 'nutmeg copy'`))
    .toEqual([]);
});
