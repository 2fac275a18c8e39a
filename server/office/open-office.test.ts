import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { ConfigError } from '#server/settings/config.ts';
import { databaseForFile, emptyTables } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/waiting.ts';
import { type LiveOffice, openOffice } from './open-office.ts';
import { addVersion } from './versions.ts';

const testDatabase = databaseForFile();
let opened: Database[];
let offices: LiveOffice[];
let logged: { level: string; facts: Record<string, unknown> }[];
beforeEach(() => {
  opened = [];
  offices = [];
  logged = [];
});
afterEach(async () => {
  for (const office of offices) office.close();
  for (const database of opened) await database.close();
  await emptyTables(testDatabase, 'public.office_settings');
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

/** A server's view of the office. */
async function open(parts: Partial<Database> = {}) {
  const office = await openOffice({ database: { ...database(), ...parts }, log });
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

/** The first version is of an office with another name. */
async function openElm(parts: Partial<Database> = {}) {
  if ((await rows()).length === 0) await store(1, elm);
  return open(parts);
}

describe('the first start', () => {
  test('begins with our defaults', async () => {
    const office = await open();
    expect(office.current()).toEqual(demoOffice);
    expect(office.version()).toBe(1);
    expect(await rows()).toEqual([{ version: '1', source: 'defaults', name: demoOffice.name }]);
    expect(logged).toEqual([]);
  });

  test('of several servers adds one version, and all have the same facts', async () => {
    const offices = await Promise.all([open(), open(), open()]);
    expect(await rows()).toHaveLength(1);
    expect(offices.map((office) => office.version())).toEqual([1, 1, 1]);
  });
});

test('follows changes on another server, and calls back once for each', async () => {
  const one = await openElm();
  const other = await openElm();
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
  const office = await openElm();
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
  const office = await openElm({ query: unsteady });
  await office.reload();
  failures = 2;
  await store(2, { ...elm, name: 'Oak Tax' });
  await eventually(async () => office.current().name === 'Oak Tax');
  expect(failures).toBe(0);
  expect(logged.filter(({ facts }) => facts.err)).toHaveLength(2);
});

describe('facts that this program can’t use', () => {
  test('stay unused while the last good ones are served', async () => {
    const office = await openElm();
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
    await openElm();
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
  await openElm();
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
  await openElm();
  for (const sql of [
    `update public.office_settings set source = 'page'`,
    'delete from public.office_settings',
    'truncate public.office_settings',
  ]) {
    await expect(testDatabase.query(sql)).rejects.toThrow('office_settings is append only');
  }
});
