/** @module-tag faults-kills */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, startPortal, type TestPortal } from '#tests/support/server/portal.ts';

const CLIENTS = 5000;
const BAD = 40;
/** Clients that are done at each kill: at the beginning, in the middle, and near the end. */
const KILLS = [1, 2500, 4500];

let portal: TestPortal;
let clerk: Person;

beforeAll(async () => {
  portal = await startPortal({ ownProcess: true });
  clerk = await createPerson(portal, { role: 'admin' });
});
afterAll(() => portal?.close());

const count = async (sql: string, values: readonly unknown[]): Promise<number> =>
  (await portal.database.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [...values]))[0]?.n ??
  0;

test('each client of a job gets one letter, however often the server is killed', {
  timeout: 900_000,
}, async () => {
  const clients = await portal.database.query<{ id: string; email: string }>(
    `insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
     select 'bulk' || n || '@example.com', now(), '{"first_name": "Ana"}' from generate_series(1, $1) as n
     returning id, email`,
    [CLIENTS],
  );
  const bad = clients.slice(0, BAD).map(({ email }) => email);
  await portal.database.query(
    `insert into nutmeg.bad_addresses (address, reason) select unnest($1::text[]), '550 no such user'`,
    [bad],
  );
  const id = randomUUID();
  await clerk.client
    .rpc('start_bulk_job', {
      job_id: id,
      job_kind: 'letter',
      client_ids: clients.map(({ id }) => id).toReversed(),
      job_options: { template: 'form_reminder' },
    })
    .throwOnError();
  const progress = async () => {
    const [job] = await portal.database.query<{ state: string; done: number; left_out: number }>(
      'select state, done, left_out from public.bulk_jobs where id = $1',
      [id],
    );
    return job ?? { state: '', done: 0, left_out: 0 };
  };
  for (const least of KILLS) {
    const { state, done } = await eventually(async () => {
      const now = await progress();
      return now.done >= least && now;
    }, 300_000);
    // Otherwise nothing is interrupted.
    expect({ state, isInTheMiddle: done < CLIENTS - BAD }).toEqual({ state: 'running', isInTheMiddle: true });
    await portal.killAndRestart();
  }
  const ended = await eventually(async () => {
    // A mail that was under way when the server died is due again after its lease of five minutes.
    await portal.database.query(
      `update public.email_queue set next_attempt_at = now()
       where status = 'pending' and tried_at < now() - interval '5 seconds'`,
    );
    await portal.database.query('notify email_queue');
    const now = await progress();
    return now.state === 'done' && now;
  }, 300_000);

  expect(ended).toEqual({ state: 'done', done: CLIENTS - BAD, left_out: BAD });
  const ids = clients.map((client) => client.id);
  expect(await count('public.client_letters where user_id = any ($1)', [ids])).toBe(CLIENTS - BAD);
  expect(
    await count(
      `(select user_id from public.client_letters where user_id = any ($1) group by 1 having count(*) > 1) as twice`,
      [ids],
    ),
  ).toBe(0);
  // One mail for each letter: the queue sends it as its own rules say (tests/faults/mail.test.ts).
  expect(
    await count(
      `(select recipient from public.email_queue where letter = 'form_reminder' group by 1 having count(*) = 1) as once`,
      [],
    ),
  ).toBe(CLIENTS - BAD);
  expect(await count(`public.email_queue where lower(to_email) = any ($1)`, [bad])).toBe(0);
  expect(await count(`public.audit_log where action = 'bulk.letter' and details ->> 'job' = $1`, [id])).toBe(
    CLIENTS - BAD,
  );
});
