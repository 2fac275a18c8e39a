import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type Database, openDatabase } from './database.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, timeZone: 'UTC', onIdleError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('no statement is compiled, whosever it is', async () => {
  const jit = { text: `select current_setting('jit') as jit` };
  expect((await database.query(jit.text)).rows).toEqual([{ jit: 'off' }]);
  const visitor = { role: 'anon' as const, claims: { role: 'anon' } };
  expect((await database.runAs(visitor, jit)).rows).toEqual([{ jit: 'off' }]);
});
