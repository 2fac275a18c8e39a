import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { ConfigError } from '#server/settings/config.ts';
import { createTestDatabase, emptyTables, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/waiting.ts';
import { hashOf, SHIPPED_FILE } from './first-facts.ts';
import { type LiveOffice, openOffice } from './open-office.ts';
import { addVersion } from './versions.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-office-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let testDatabase: TestDatabase;
let opened: Database[];
let offices: LiveOffice[];
let logged: { level: string; facts: Record<string, unknown> }[];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase?.drop());
beforeEach(() => {
  opened = [];
  offices = [];
  logged = [];
});
afterEach(async () => {
  for (const office of offices) office.close();
  for (const database of opened) await database.close();
  await emptyTables(testDatabase, 'public.office_settings', 'public.audit_log');
});

const log = {
  warn: (facts: object) => void logged.push({ level: 'warn', facts: facts as Record<string, unknown> }),
  error: (facts: object) => void logged.push({ level: 'error', facts: facts as Record<string, unknown> }),
};

function database(): Database {
  const database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  opened.push(database);
  return database;
}

/** A server's view of the office, which begins with this file. */
async function open(file: unknown = undefined, parts: Partial<Database> = {}) {
  const path = join(folder, 'business.json');
  if (file === undefined) await rm(path, { force: true });
  else await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file));
  const office = await openOffice({ database: { ...database(), ...parts }, log, file: path });
  offices.push(office);
  return office;
}

const rows = () =>
  testDatabase.query<{ version: string; source: string; name: string }>(
    `select version, source, facts ->> 'name' as name from public.office_settings order by office_settings.version`,
  );

/** Facts as a program of another version might have written them. */
const store = (version: number, facts: object) =>
  testDatabase.query(`insert into public.office_settings (version, source, facts) values ($1, 'page', $2)`, [
    version,
    JSON.stringify(facts),
  ]);

const elm = { ...demoOffice, name: 'Elm Tax' };

describe('the first start', () => {
  test('begins with our defaults without a file', async () => {
    const office = await open();
    expect(office.current()).toEqual(demoOffice);
    expect(office.version()).toBe(1);
    expect(office.takenOver).toBeUndefined();
    expect(await rows()).toEqual([{ version: '1', source: 'defaults', name: demoOffice.name }]);
    expect(logged).toEqual([]);
  });

  test('does not take the file over that we have shipped, whatever its line ends', async () => {
    const shipped = await readFile(new URL('../../business.json', import.meta.url), 'utf8');
    // If this fails, business.json was edited: change domain/business/demo-office.json instead.
    expect(hashOf(JSON.parse(shipped))).toBe(SHIPPED_FILE);
    const office = await open(shipped.replaceAll('\n', '\r\n'));
    expect(office.takenOver).toBeUndefined();
    expect(await rows()).toMatchObject([{ source: 'defaults' }]);
  });

  test('takes the office’s own file over, fills in what is missing and names it', async () => {
    const { idleMinutes: _, ...older } = elm;
    const office = await open({ ...older, mascot: 'a squirrel' });
    expect(office.current()).toEqual(elm);
    expect(office.takenOver).toMatchObject({ filled: ['idleMinutes'], dropped: ['mascot'] });
    expect(logged).toEqual([{ level: 'warn', facts: { filled: ['idleMinutes'], dropped: ['mascot'] } }]);
    expect(await rows()).toEqual([{ version: '1', source: 'file', name: 'Elm Tax' }]);
    const [record] = await testDatabase.query('select action, actor_id, details from public.audit_log');
    expect(record).toEqual({
      action: 'office.facts_taken_over',
      actor_id: null,
      details: { filled: ['idleMinutes'], dropped: ['mascot'] },
    });
  });

  test('keeps nothing of a file that is wrong, and names its fields', async () => {
    const error = await open({ ...elm, name: '', hours: { ...elm.hours, close: '25:00' } }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).problems).toEqual([
      expect.stringMatching(/^business\.json, name: /),
      expect.stringMatching(/^business\.json, hours\.close: must be a time of day/),
    ]);
    expect(await rows()).toEqual([]);
  });

  test('of several servers takes over once, and all have the same facts', async () => {
    const offices = await Promise.all([open(elm), open(elm), open(elm)]);
    expect(await rows()).toHaveLength(1);
    expect(offices.map((office) => office.current().name)).toEqual(['Elm Tax', 'Elm Tax', 'Elm Tax']);
    expect(offices.filter(({ takenOver }) => takenOver)).toHaveLength(1);
    expect(await testDatabase.query('select from public.audit_log')).toHaveLength(1);
  });
});

test('ignores the file at every later start', async () => {
  await open(elm);
  const office = await open({ ...elm, name: 'Oak Tax' });
  expect(office.current().name).toBe('Elm Tax');
  expect(office.takenOver).toBeUndefined();
  await expect(open('{ broken')).resolves.toMatchObject({ takenOver: undefined });
});

test('follows changes on another server, and calls back once for each', async () => {
  const one = await open(elm);
  const other = await open(elm);
  const seen: string[] = [];
  other.subscribe(() => seen.push(other.current().name));
  const stop = other.subscribe(() => seen.push('stopped'));
  stop();
  const change = { source: 'page', savedBy: null, changed: ['name'] } as const;
  const saving = database();
  await saving.asOwner((tx) => addVersion(tx, { ...change, after: 1, facts: { ...elm, name: 'Oak Tax' } }));
  await eventually(async () => seen.length === 1 && one.version() === 2);
  expect(one.current().name).toBe('Oak Tax');
  expect(seen).toEqual(['Oak Tax']);
  await one.reload();
  expect(seen).toEqual(['Oak Tax']);
});

test('serves facts that were saved while the connection was gone', async () => {
  const office = await open(elm);
  await testDatabase.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'nutmeg listener'`,
  );
  await store(2, { ...elm, name: 'Oak Tax' });
  await eventually(async () => office.current().name === 'Oak Tax');
});

test('reads a change again if the database could not answer', async () => {
  const { query } = database();
  let failures = 0;
  const unsteady: Database['query'] = async (text, values) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('too many connections');
    }
    return query(text, values);
  };
  const office = await open(elm, { query: unsteady });
  await office.reload();
  failures = 2;
  await store(2, { ...elm, name: 'Oak Tax' });
  await eventually(async () => office.current().name === 'Oak Tax');
  expect(failures).toBe(0);
  expect(logged.filter(({ facts }) => facts.err)).toHaveLength(2);
});

describe('facts that this program can’t use', () => {
  test('stay unused while the last good ones are served', async () => {
    const office = await open(elm);
    await store(2, { ...elm, name: 7 });
    await office.reload();
    expect([office.current().name, office.version()]).toEqual(['Elm Tax', 1]);
    expect(logged).toContainEqual({
      level: 'error',
      facts: { version: 2, problems: [{ path: 'name', message: expect.any(String) }] },
    });
    await store(3, { ...elm, name: 'Oak Tax' });
    await office.reload();
    expect([office.current().name, office.version()]).toEqual(['Oak Tax', 3]);
  });

  test('are passed over at a start', async () => {
    await open(elm);
    await store(2, { ...elm, name: 7 });
    const office = await open();
    expect([office.current().name, office.version()]).toEqual(['Elm Tax', 1]);
  });

  test('stop a start if there are no others, rather than show another office’s', async () => {
    await store(1, { ...elm, name: 7 });
    await expect(open()).rejects.toThrow(ConfigError);
  });

  test('are used with our defaults for new fields, and without unknown ones', async () => {
    const { idleMinutes: _, ...older } = elm;
    await store(1, { ...older, mascot: 'a squirrel' });
    expect((await open()).current()).toEqual(elm);
    expect(logged).toEqual([
      { level: 'warn', facts: { version: 1, filled: ['idleMinutes'], dropped: ['mascot'] } },
    ]);
  });
});

test('of two saves from the same version, one is kept', async () => {
  await open(elm);
  const change = { after: 1, source: 'page', savedBy: null, changed: ['name'] } as const;
  const saving = database();
  const versions = await Promise.all(
    ['Oak Tax', 'Fir Tax', 'Ash Tax'].map((name) =>
      saving.asOwner((tx) => addVersion(tx, { ...change, facts: { ...elm, name } })),
    ),
  );
  expect(versions.filter((version) => version === 2)).toHaveLength(1);
  expect(versions.filter((version) => version === undefined)).toHaveLength(2);
  expect(await rows()).toHaveLength(2);
});

test('a version is never changed or removed', async () => {
  await open(elm);
  for (const sql of [
    `update public.office_settings set source = 'page'`,
    'delete from public.office_settings',
    'truncate public.office_settings',
  ]) {
    await expect(testDatabase.query(sql)).rejects.toThrow('office_settings is append only');
  }
});
