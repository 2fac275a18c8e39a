import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseForFile } from '#tests/support/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { retryOnDeadlock } from './deadlock.ts';

const testDatabase = databaseForFile();
let database: Database;
beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  await testDatabase.query('create table public.counters as select id, 0 as n from generate_series(1, 2) id');
  await testDatabase.query('grant select, update on public.counters to service_role');
});
afterAll(async () => {
  await database?.close();
});

/** Counts both rows in this order. In between, each waits for the gate. */
function countBoth(...order: [number, number]) {
  const count = (id: number) => ({
    text: 'update public.counters set n = n + 1 where id = $1',
    values: [id],
  });
  const gate = { text: 'select pg_advisory_xact_lock_shared(1)' };
  const caller = { role: 'service_role' as const, claims: { role: 'service_role' } };
  return database.runAs(caller, [count(order[0]), gate, count(order[1])]);
}

test('both transactions of a deadlock complete, once', async () => {
  const opened = await database.asOwner(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(1)');
    const both = Promise.all([countBoth(1, 2), countBoth(2, 1)]);
    await expect
      .poll(
        async () =>
          (await tx.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
      )
      .toBe(2);
    return { both };
  });
  await opened.both;
  expect(await testDatabase.query('select n from public.counters')).toEqual([{ n: 2 }, { n: 2 }]);
});

test('other errors are thrown at once', async () => {
  let tries = 0;
  const failing = () => {
    tries += 1;
    return database.query('select 1 / 0');
  };
  await expect(retryOnDeadlock(failing)).rejects.toMatchObject({ code: '22012' });
  expect(tries).toBe(1);
});
