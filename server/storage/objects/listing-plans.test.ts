import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
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
import { listBody, listFolder } from './listing.ts';
import { listPage, pageBody } from './listing-pages.ts';
import type { Query } from './objects.ts';

const CLIENTS = 200;
const DOCUMENTS_OF_EACH = 50;
/** Of the first client, on top. */
const MANY = 3000;

const database = databaseForFile();
let client: Connection;

beforeAll(async () => {
  client = await connectTo(database);
  await fillClients(client, { clients: CLIENTS + 3, documents: DOCUMENTS_OF_EACH, more: MANY });
}, 120_000);
afterAll(async () => {
  await client?.end();
});

/** Runs the statement as the person under the policies, and keeps how many keys it has read. */
function asPerson(id: string): { query: Query; read: () => number } {
  let read = 0;
  const query: Query = async <Row>(statement: Parameters<Query>[0]) => {
    const answer = await readAsPerson<Row>(client, id, statement, 'objects');
    read = answer.read;
    return { rows: answer.rows, rowCount: answer.rows.length };
  };
  return { query, read: () => read };
}

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
    const { query, read } = asPerson(await memberOf(client, which));
    const list = names(await listFolder(query, DOCUMENTS_BUCKET, listBody.parse({ limit: 1000, ...wanted })));
    if (!('search' in wanted)) expect(list).toHaveLength(count);
    // Twice: for folders and for files.
    expect(read()).toBeLessThanOrEqual(2 * count);
  }
});

test('a member who sees the past only reads the documents of their own clients', async () => {
  const { query, read } = asPerson(await memberOf(client, FIRST_AND_LAST, 2001));
  expect(await listFolder(query, DOCUMENTS_BUCKET, listBody.parse({}))).toBe('[]');
  expect(read()).toBeLessThanOrEqual(MANY + 2 * DOCUMENTS_OF_EACH);
});

test.each([
  ['a page of all documents', {}, 2 * 11],
  ['a page of the last ones', { sortBy: { column: 'name', order: 'desc' } }, 2 * 11],
  ['a page of folders', { with_delimiter: true }, 2 * 2],
])('%s takes a page of each client', async (_what, wanted, most) => {
  const { query, read } = asPerson(await memberOf(client, FIRST_AND_LAST));
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
  const id = await memberOf(client, 'select id from public.clients limit 0');
  await makeStaff(client, id);
  const { query } = asPerson(id);
  const list = names(await listFolder(query, DOCUMENTS_BUCKET, listBody.parse({ limit: 1000 })));
  const { rows } = await client.query<{ count: string }>(
    `select count(distinct split_part(name, '/', 1)) from storage.objects`,
  );
  expect(list).toHaveLength(Number(rows[0]?.count));
});

interface Entry {
  name: string;
  id: string | null;
  file_size: string | null;
}

/** `list_folder` as the person, and how many rows of each table it has read. */
async function inFolder(person: string, owner: string, folder: string, after: string | null) {
  const statement = { text: 'select * from public.list_folder($1, $2, $3)', values: [owner, folder, after] };
  const { rows, read: keys } = await readAsPerson<Entry>(client, person, statement, 'objects');
  const { read: files } = await readAsPerson(client, person, statement, 'file_uploads');
  return { rows, keys, files };
}

/** The first and the last client who have documents; the first has many. */
async function owners(): Promise<{ first: string; last: string }> {
  const { rows } = await client.query<{ first: string; last: string }>(
    `select public.document_owner(min(name)) as first, public.document_owner(max(name)) as last
     from storage.objects`,
  );
  return rows[0] ?? { first: '', last: '' };
}

test.each(['a member', 'staff'])('list_folder reads one key for each entry of a page, as %s', async (who) => {
  const { first } = await owners();
  const person = await memberOf(client, `select '${first}'::uuid as id`);
  if (who === 'staff') await makeStaff(client, person);
  const home = await inFolder(person, first, '', null);
  expect(home.rows).toMatchObject([{ name: '2026', id: null, file_size: null }]);
  expect(home.keys).toBeLessThanOrEqual(2);
  const seen: string[] = [];
  let isFull = true;
  while (isFull) {
    const { rows, keys, files } = await inFolder(person, first, '2026', seen.at(-1) ?? null);
    for (const read of [keys, files]) {
      expect(read).toBeGreaterThan(0.9 * rows.length);
      expect(read).toBeLessThanOrEqual(rows.length + 1);
    }
    seen.push(...rows.map(({ name }) => name));
    isFull = rows.length === 1000;
  }
  expect(seen).toHaveLength(MANY + DOCUMENTS_OF_EACH);
  expect(seen).toEqual([...new Set(seen)].sort());
});

test('list_folder lists files, folders, and marks by their keys, and goes on after each', async () => {
  const { first, last } = await owners();
  const mark = '.emptyFolderPlaceholder';
  await client.query(
    `insert into storage.objects (bucket_id, name, blob_id)
     select 'user-documents', $1 || '/x/' || n, (select id from storage.blobs limit 1)
     from unnest($2::text[]) n`,
    [last, ['a', 'a b', 'a/1', 'a/2', 'a0', `b/${mark}`, 'b/c/1', mark]],
  );
  const person = await memberOf(client, `select '${last}'::uuid as id`);
  const list = async (folder: string, after: string | null) => {
    const { rows } = await inFolder(person, last, folder, after);
    return rows.map(({ name, id }) => (id === null ? `${name}/` : name));
  };
  const all = [mark, 'a', 'a b', 'a/', 'a0', 'b/'];
  expect(await list('x', null)).toEqual(all);
  for (const [i, name] of all.entries()) expect(await list('x', name)).toEqual(all.slice(i + 1));
  expect(await list('x/b', null)).toEqual([mark, 'c/']);
  expect(await list('x/nothing', null)).toEqual([]);
  // Another client's.
  expect((await inFolder(person, first, '', null)).rows).toEqual([]);
});
