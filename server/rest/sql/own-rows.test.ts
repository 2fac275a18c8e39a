import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Connection,
  connectTo,
  FIRST_AND_LAST,
  fillClients,
  makeStaff,
  memberOf,
  readAsPerson,
} from '#tests/support/as-person.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { CLIENT_COLUMN, tableSql } from './own-rows.ts';

const CLIENTS = 100;
const DOCUMENTS_OF_EACH = 50;

let database: TestDatabase;
let client: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await connectTo(database);
  await fillClients(client, { clients: CLIENTS, documents: DOCUMENTS_OF_EACH });
}, 120_000);
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const sqlOf = (name: string, role = 'client', query: [string, string][] = []) =>
  tableSql(
    { name } as Relation,
    { caller: { role: 'authenticated', claims: { role: 'authenticated', user_role: role } } },
    parseQuery(query),
  );
const countAs = async (id: string, table: string, role?: string) => {
  const text = `select count(*)::int as n from ${sqlOf(table, role)} as "t0"`;
  const { rows, read } = await readAsPerson<{ n: number }>(client, id, { text }, table);
  return { n: rows[0]?.n, read };
};

test.each([
  ['two', FIRST_AND_LAST, 2],
  ['eighty', 'select id from public.clients order by id limit 80', 80],
])('a member of %s clients who names none reads their documents only', async (_many, which, count) => {
  const { n, read } = await countAs(await memberOf(client, which), 'file_uploads');
  expect(n).toBe(count * DOCUMENTS_OF_EACH);
  expect(read).toBe(count * DOCUMENTS_OF_EACH);
});

test('who sees the past only sees the documents of the past', async () => {
  const past = await memberOf(client, FIRST_AND_LAST, 2100);
  expect((await countAs(past, 'file_uploads')).n).toBe(2 * DOCUMENTS_OF_EACH);
  const earlier = await memberOf(client, FIRST_AND_LAST, 2001);
  expect((await countAs(earlier, 'file_uploads')).n).toBe(0);
});

test('staff see everything, also with a token of the time before', async () => {
  const id = await memberOf(client, 'select id from public.clients limit 0');
  await makeStaff(client, id);
  for (const role of ['admin', 'client']) {
    expect((await countAs(id, 'file_uploads', role)).n).toBe(CLIENTS * DOCUMENTS_OF_EACH);
  }
});

test('a read that names a client or a row is as it was', () => {
  for (const name of ['user_id', 'id']) {
    expect(sqlOf('file_uploads', 'client', [[name, 'eq.1']])).toBe('"public"."file_uploads"');
  }
  expect(sqlOf('file_uploads', 'client', [['user_id', 'not.eq.1']])).toContain('seen_clients');
  expect(sqlOf('appointments')).toBe('"public"."appointments"');
});

test.each(Object.keys(CLIENT_COLUMN))('%s has the column and its policy', async (table) => {
  const id = await memberOf(client, FIRST_AND_LAST);
  expect((await countAs(id, table)).n).toBeGreaterThanOrEqual(0);
});
