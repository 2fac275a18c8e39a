import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { retryOnDeadlock } from './database-errors.ts';

const testDatabase = databaseForFile();
let database: Database;
beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
  await testDatabase.query('create table public.counters as select id, 0 as n from generate_series(1, 2) id');
});
afterAll(async () => {
  await database?.close();
});

/** Increments both rows in this order. The first try waits in between until the other transaction has a row too. */
function countBoth(
  order: [number, number],
  met: Promise<unknown>,
  arrive: () => void,
): () => Promise<number> {
  let tries = 0;
  return async () => {
    tries += 1;
    await database.asOwner(async (tx) => {
      const count = (id: number) => tx.query('update public.counters set n = n + 1 where id = $1', [id]);
      await count(order[0]);
      arrive();
      await met;
      await count(order[1]);
    });
    return tries;
  };
}

test('both transactions of a deadlock complete, once', async () => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const met = Promise.all([first.promise, second.promise]);
  const tries = await Promise.all([
    retryOnDeadlock(countBoth([1, 2], met, first.resolve)),
    retryOnDeadlock(countBoth([2, 1], met, second.resolve)),
  ]);
  expect(Math.max(...tries)).toBeGreaterThan(1);
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
