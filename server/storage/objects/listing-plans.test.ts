import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { listBody, listFolder } from './listing.ts';
import { listPage, pageBody } from './listing-pages.ts';
import type { Query } from './objects.ts';

const CLIENTS = 200;
const DOCUMENTS_OF_EACH = 50;
/** Of the first client, on top. */
const MANY = 3000;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const blob = crypto.randomUUID();
  await client.query('insert into storage.blobs (id, sha256) values ($1, $2)', [blob, Buffer.from('1')]);
  await client.query(
    `insert into auth.users (id, email) select md5(n::text)::uuid, n || '@example.com' from generate_series(1, $1) n`,
    [CLIENTS + 3],
  );
  await client.query(`insert into public.clients (id) select id from auth.users on conflict do nothing`);
  await client.query(
    `insert into storage.objects (bucket_id, name, blob_id)
     select '${DOCUMENTS_BUCKET}', u.id || '/2026/' || n || '.pdf', $1
     from (select id, row_number() over (order by id) as place from auth.users) u,
       generate_series(1, case when u.place = 1 then ${MANY} else ${DOCUMENTS_OF_EACH} end) n`,
    [blob],
  );
  await client.query('vacuum analyze storage.objects');
}, 120_000);
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** A new login that is a member of these clients; `last_year` limits it to the past. */
async function memberOf(which: string, lastYear: number | null = null): Promise<string> {
  const id = crypto.randomUUID();
  await client.query(`insert into auth.users (id, email) values ($1::uuid, $1::text || '@example.com')`, [
    id,
  ]);
  await client.query(
    `insert into public.client_members (client_id, user_id, relation, rights, last_year)
     select c.id, $1, 'helper', '{see}', $2 from (${which}) c on conflict do nothing`,
    [id, lastYear],
  );
  return id;
}

interface Plan {
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** How many rows of `objects` a plan reads, those that it drops too. */
function rowsRead(plan: Plan): number {
  const rows =
    (plan['Actual Rows'] ?? 0) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === 'objects' ? rows * (plan['Actual Loops'] ?? 1) : 0;
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), own);
}

/** Runs the statement as the person under the policies, and keeps what it has read. */
function asPerson(id: string): { query: Query; read: () => number } {
  let read = 0;
  const query: Query = async <Row>({ text, values }: { text: string; values?: readonly unknown[] }) => {
    await client.query('begin');
    try {
      await client.query(`set local nutmeg.staff_mfa = 'optional'`);
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: id, role: 'authenticated' }),
      ]);
      await client.query('set local role authenticated');
      const { rows } = await client.query(text, values as unknown[]);
      const explained = await client.query(`explain (analyze, format json) ${text}`, values as unknown[]);
      read = rowsRead(explained.rows[0]['QUERY PLAN'][0].Plan);
      return { rows: rows as Row[], rowCount: rows.length };
    } finally {
      await client.query('rollback');
    }
  };
  return { query, read: () => read };
}

const FIRST_AND_LAST = `(select id from public.clients order by id limit 1) union all (select id from public.clients order by id desc limit 1)`;
const ALL = `select id from public.clients order by id limit ${CLIENTS}`;
const names = (list: string) => (JSON.parse(list) as { name: string }[]).map(({ name }) => name);

test.each([
  ['by name', {}],
  ['by time', { sortBy: { column: 'created_at', order: 'desc' } }],
  ['that are searched', { search: '0' }],
])('the folders at the root %s take one row of each client', async (_how, wanted) => {
  for (const [which, count] of [
    [FIRST_AND_LAST, 2],
    [ALL, CLIENTS],
  ] as const) {
    const { query, read } = asPerson(await memberOf(which));
    const list = names(await listFolder(query, DOCUMENTS_BUCKET, listBody.parse({ limit: 1000, ...wanted })));
    if (!('search' in wanted)) expect(list).toHaveLength(count);
    // Twice: for folders and for files.
    expect(read()).toBeLessThanOrEqual(2 * count);
  }
});

test('a member who sees the past only reads the documents of their own clients', async () => {
  const { query, read } = asPerson(await memberOf(FIRST_AND_LAST, 2001));
  expect(await listFolder(query, DOCUMENTS_BUCKET, listBody.parse({}))).toBe('[]');
  expect(read()).toBeLessThanOrEqual(MANY + DOCUMENTS_OF_EACH);
});

test.each([
  ['a page of all documents', {}, 2 * 11],
  ['a page of the last ones', { sortBy: { column: 'name', order: 'desc' } }, 2 * 11],
  ['a page of folders', { with_delimiter: true }, 2 * 2],
])('%s takes a page of each client', async (_what, wanted, most) => {
  const { query, read } = asPerson(await memberOf(FIRST_AND_LAST));
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 7; page++) {
    const found = await listPage(query, DOCUMENTS_BUCKET, pageBody.parse({ limit: 10, ...wanted, cursor }));
    expect(read()).toBeLessThanOrEqual(most);
    seen.push(...[...found.folders, ...found.objects].map(({ name }) => name));
    cursor = found.nextCursor;
    if (cursor === undefined) break;
  }
  expect(new Set(seen).size).toBe('with_delimiter' in wanted ? 2 : 70);
});

test('staff and the server list all folders', async () => {
  const id = await memberOf('select id from public.clients limit 0');
  await client.query(
    `insert into public.user_profiles (user_id, email, role) values ($1::uuid, $1::text, 'admin')
     on conflict (user_id) do update set role = 'admin'`,
    [id],
  );
  const { query } = asPerson(id);
  const list = names(await listFolder(query, DOCUMENTS_BUCKET, listBody.parse({ limit: 1000 })));
  const { rows } = await client.query<{ count: string }>(
    `select count(distinct split_part(name, '/', 1)) from storage.objects`,
  );
  expect(list).toHaveLength(Number(rows[0]?.count));
});
