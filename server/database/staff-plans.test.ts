/** @module-tag size */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffRequest } from '#tests/support/full-office/asking.ts';
import { type ExplainedPortal, startExplainedPortal } from '#tests/support/full-office/explained-portal.ts';
import { anyClient, fillOffice, giveWork } from '#tests/support/full-office/fill.ts';
import { staffRequests } from '#tests/support/full-office/requests.ts';
import { createPerson, type Person } from '#tests/support/people.ts';

const SIZE = { clients: 20_000, documents: 60_000, events: 300_000 };
/** Above this number of rows, a table is large. */
const LARGE = 5_000;
/** From the sixth run on, PostgreSQL may use a plan that it made without the values. */
const RUNS = 7;

let explained: ExplainedPortal;
let user: Person;
let large: Set<string>;

beforeAll(async () => {
  explained = await startExplainedPortal();
  const { database } = explained.portal;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await fillOffice(client, SIZE);
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and reltuples > $1`,
    [LARGE],
  );
  large = new Set(tables.map(({ name }) => name));
  user = await createPerson(explained.portal, { role: 'super' });
  await giveWork(client, [user.id]);
  await client.end();
}, 300_000);
afterAll(() => explained?.close());

/**
 * No index finds a part of one or two letters or a tag that all have, or counts a table without other columns faster
 * than the table itself. Each reads a narrow table once, which takes 10 to 30 ms for 100,000 rows. The search over
 * everything reads a table only until it has 300 matches.
 */
const readsAll: Record<string, string> = {
  'list: with a tag of all, counted': 'client_details',
  'search: one letter': 'client_search',
  'search: two letters': 'client_search',
  'search everything: two letters': 'client_search',
  'search everything: no three letters in a row': 'client_search',
  'search everything: a part of many names': 'file_uploads',
  'yearly list: everything at once': 'client_search',
  'search: former clients, all': 'legacy_emails',
};

/** The large tables that the request reads from end to end, each with the statement. */
async function scansOf(request: StaffRequest): Promise<{ table: string; statement: string }[]> {
  const { client: api, id: userId } = user;
  const statements = await explained.explain(async () => {
    for (let run = 0; run < RUNS; run++) {
      const { error } = await request({ api, client: anyClient(SIZE), userId, ...SIZE });
      if (error) throw error;
    }
  });
  expect(statements.length).toBeGreaterThanOrEqual(RUNS);
  return statements.flatMap(({ text, scanned }) =>
    scanned.filter((table) => large.has(table)).map((table) => ({ table, statement: text })),
  );
}

test('the tables that grow with the office are large', () => {
  expect([...large]).toEqual(
    expect.arrayContaining([
      'user_profiles',
      'file_uploads',
      'objects',
      'document_events',
      'audit_log',
      'tasks',
      'client_dates',
      'tax_returns',
      'thread_messages',
    ]),
  );
});

describe.each(Object.entries(staffRequests))(
  '%s: no large table is read from end to end',
  (screen, requests) => {
    test.each(Object.entries(requests))('%s', async (name, request) => {
      const allowed = readsAll[`${screen}: ${name}`];
      expect((await scansOf(request)).filter(({ table }) => table !== allowed)).toEqual([]);
    });
  },
);
