import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExplainedPortal, startExplainedPortal } from '#tests/support/full-office/explained-portal.ts';
import { createPerson, type Person } from '#tests/support/people.ts';

/** From the sixth run on, PostgreSQL may use a plan that it made without the values. */
const RUNS = 7;

let explained: ExplainedPortal;
let maria: Person;

beforeAll(async () => {
  explained = await startExplainedPortal();
  const { database } = explained.portal;
  maria = await createPerson(explained.portal);
  const others = await Promise.all([1, 2, 3].map(() => createPerson(explained.portal)));
  for (const { id } of [maria, ...others]) {
    await database.query(
      `insert into public.thread_messages (id, client_id, side, author_id, body, settled_at, year)
       select gen_random_uuid(), $1, case when n % 2 = 0 then 'client' else 'office' end, $1, 'Hello', now(), 2026
       from generate_series(1, 5000) as n`,
      [id],
    );
  }
  await database.query('analyze public.thread_messages');
}, 120_000);
afterAll(() => explained?.close());

test.each([
  ['the newest messages', 'thread_page', { page_size: 50 }],
  ['older messages', 'thread_page', { before_sequence: 3000, page_size: 200 }],
  ['open questions', 'thread_page', { open_questions_only: true }],
  ['what is new', 'thread_summary', {}],
])('a client with 5,000 messages reads %s by an index', async (_what, name, more) => {
  const statements = await explained.explain(async () => {
    for (let run = 0; run < RUNS; run++) {
      await maria.client.rpc(name, { client_id: maria.id, ...more }, { get: true }).throwOnError();
    }
  });
  expect(statements.length).toBeGreaterThanOrEqual(RUNS);
  expect(statements.filter(({ scanned }) => scanned.includes('thread_messages'))).toEqual([]);
});

test('a missing index is noticed', async () => {
  await explained.portal.database.query('drop index public.thread_messages_client_id_idx');
  const statements = await explained.explain(async () => {
    await maria.client.rpc('thread_page', { client_id: maria.id }, { get: true }).throwOnError();
  });
  expect(statements.flatMap(({ scanned }) => scanned)).toContain('thread_messages');
});
