import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Connection,
  connectTo,
  FIRST_AND_LAST,
  fillClients,
  makeStaff,
  memberOf,
  readAsPerson,
} from '#tests/support/as-person.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { CLIENT_COLUMN, tableSql } from './own-rows.ts';

const CLIENTS = 100;
const DOCUMENTS_OF_EACH = 50;

const database = databaseForFile();
let client: Connection;
beforeAll(async () => {
  client = await connectTo(database);
  await fillClients(client, { clients: CLIENTS, documents: DOCUMENTS_OF_EACH });
}, 120_000);
afterAll(async () => {
  await client?.end();
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

test('staff see everything, even with a token from before they were staff', async () => {
  const id = await memberOf(client, 'select id from public.clients limit 0');
  await makeStaff(client, id);
  for (const role of ['admin', 'client']) {
    expect((await countAs(id, 'file_uploads', role)).n).toBe(CLIENTS * DOCUMENTS_OF_EACH);
  }
});

test('a read that names a client or a row is unchanged', () => {
  for (const name of ['user_id', 'id']) {
    expect(sqlOf('file_uploads', 'client', [[name, 'eq.1']])).toBe('"public"."file_uploads"');
  }
  expect(sqlOf('file_uploads', 'client', [['user_id', 'not.eq.1']])).toContain('seen_clients');
  expect(sqlOf('appointments')).toBe('"public"."appointments"');
});

/** Tables with such a policy whose clients are not named, and why. */
const EXEMPT: Record<string, string> = {
  client_members: 'also one’s own memberships, of clients who are not seen, or no longer',
  installments: 'has no client; read with its invoice',
  invoice_lines: 'has no client; read with its invoice',
  signature_fields: 'has no index by client; read with its request',
  signers: 'has no index by client; read with its request',
  thread_attachments: 'has no index by client; read with its message',
};

describe('each table whose policy says "own clients, or staff"', () => {
  interface Policy {
    table: string;
    /** Of all policies by which a person reads the table. */
    conditions: string[];
    /** The first columns of its indexes of all rows. */
    indexed: string[];
  }
  const policies = () =>
    database.query<Policy>(
      `select p.tablename as table, array_agg(p.qual) as conditions, (
         select array_agg(a.attname::text)
         from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indrelid = format('public.%I', p.tablename)::regclass and i.indpred is null
       ) as indexed
       from pg_policies p
       where p.schemaname = 'public' and p.permissive = 'PERMISSIVE' and p.cmd in ('SELECT', 'ALL')
         and p.roles && '{authenticated,public}'
       group by p.tablename
       having bool_or(p.qual ~ 'is_(staff|office)\\(\\)' and p.qual ~ 'my_(past_)?clients\\(')
       order by p.tablename`,
    );

  test('is known', async () => {
    const known = [...Object.keys(CLIENT_COLUMN), ...Object.keys(EXEMPT)];
    expect((await policies()).map(({ table }) => table)).toEqual(known.toSorted());
    expect(known).toHaveLength(new Set(known).size);
  });

  test('has no row of another client for members, and an index by client', async () => {
    for (const { table, conditions, indexed } of await policies()) {
      const column = CLIENT_COLUMN[table];
      if (column === undefined) continue;
      const [condition = '', ...others] = conditions;
      expect([table, others]).toEqual([table, []]);
      const allowed = new RegExp(
        // A further condition leaves fewer rows.
        `^[( ]*(?:NOT \\w+\\)* AND [( ]*)?(${column} = ANY \\(+ SELECT (auth\\.my_clients|(nutmeg\\.)?my_past_clients)|SELECT (public\\.)?is_(staff|office))\\(`,
      );
      for (const way of condition.split(' OR '))
        expect([table, way]).toEqual([table, expect.stringMatching(allowed)]);
      expect([table, indexed]).toEqual([table, expect.arrayContaining([column])]);
    }
  });

  test.each(Object.keys(CLIENT_COLUMN))('has the same rows if clients are named: %s', async (table) => {
    for (const lastYear of [null, 2100, 2001]) {
      const id = await memberOf(client, FIRST_AND_LAST, lastYear);
      const text = `select count(*)::int as n from public.${table}`;
      const { rows } = await readAsPerson<{ n: number }>(client, id, { text }, table);
      expect((await countAs(id, table)).n).toBe(rows[0]?.n);
    }
  });
});
