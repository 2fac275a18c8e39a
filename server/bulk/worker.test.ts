import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkAct } from '#domain/bulk/jobs.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { carryOutJobs } from './worker.ts';

const bare = databaseForFile();
let database: Database;
let clerk: string;
const warned: object[] = [];

beforeAll(async () => {
  database = openDatabase({ url: bare.url, onIdleError: () => undefined });
  [clerk = ''] = await people(1);
  await bare.query(`update public.user_profiles set role = 'admin' where user_id = $1`, [clerk]);
  await bare.query(`
    create table public.bad (id uuid);
    create function public.refuse() returns trigger language plpgsql as $$
    begin
      if new.client_id in (select b.id from public.bad b) then raise 'bad'; end if;
      return new;
    end $$;
    create trigger refuse before insert on public.client_details for each row execute function public.refuse()`);
});
afterAll(async () => {
  await database?.close();
});
beforeEach(async () => {
  await bare.query('delete from public.bulk_jobs');
  await bare.query('delete from public.email_queue');
  warned.length = 0;
  await bare.query('delete from public.bad');
});

const people = async (count: number) =>
  (
    await bare.query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at)
       select gen_random_uuid() || '@example.com', now() from generate_series(1, $1) returning id`,
      [count],
    )
  ).map(({ id }) => id);
/** What changes one of these fails as a whole: the error is none that the rules of the tables raise. */
const makeBad = (ids: readonly string[]) =>
  bare.query('insert into public.bad select unnest($1::uuid[])', [ids]);
const tag: BulkAct = { kind: 'tag', options: { tag: 'early', remove: false } };
async function start(clients: readonly string[], { kind, options }: BulkAct = tag) {
  const id = randomUUID();
  await bare.query(
    `insert into public.bulk_jobs (id, kind, options, created_by, clients) values ($1, $2, $3, $4, $5)`,
    [id, kind, options, clerk, clients.length],
  );
  await bare.query(
    `insert into public.bulk_job_clients (job_id, client_id, position)
     select $1, c.id, c.place from unnest($2::uuid[]) with ordinality as c (id, place)`,
    [id, clients],
  );
  return id;
}
const log = { warn: (fields: object) => void warned.push(fields) };
const work = (shouldContinue?: () => boolean) => carryOutJobs({ database, log }, shouldContinue);
/** Until no job runs, as if the time between had passed. */
async function workToTheEnd(): Promise<void> {
  while (await work()) {
    const due = await bare.query(
      `update public.bulk_jobs set try_again_at = now() where try_again_at > now() returning id`,
    );
    expect(due).not.toEqual([]);
  }
}
const jobOf = async (id: string) =>
  (
    await bare.query<{ state: string; stopped_because: string | null; done: number; left_out: number }>(
      'select state, stopped_because, done, left_out from public.bulk_jobs where id = $1',
      [id],
    )
  )[0];
const failedOf = async (id: string) =>
  (
    await bare.query<{ client_id: string }>(
      `select client_id from public.bulk_job_clients where job_id = $1 and reason = 'failed'`,
      [id],
    )
  ).map(({ client_id }) => client_id);
const tagsOf = (ids: readonly string[]) =>
  bare.query<{ tags: string[] }>('select tags from public.client_details where client_id = any ($1)', [ids]);

test('a job that fails does not hold up the others', async () => {
  const clients = await people(2);
  await makeBad(clients.slice(0, 1));
  const failing = await start(clients.slice(0, 1));
  const other = await start(clients.slice(1));
  expect(await work()).toBe(true);
  expect(await jobOf(other)).toMatchObject({ state: 'done', done: 1 });
  expect(await jobOf(failing)).toMatchObject({ state: 'running', done: 0 });
  expect(warned).toMatchObject([{ err: { message: 'bad' }, job: failing }]);
});

test('a client that fails does not hold up the other clients of its job, and is left out with a reason', async () => {
  const clients = await people(60);
  const bad = [clients[3] ?? '', clients[30] ?? ''];
  await makeBad(bad);
  const id = await start(clients);
  await workToTheEnd();
  expect(await jobOf(id)).toEqual({ state: 'done', stopped_because: null, done: 58, left_out: 2 });
  expect((await failedOf(id)).toSorted()).toEqual(bad.toSorted());
  expect(await tagsOf(clients)).toHaveLength(58);
});

test('a client that fails once is done the next time', async () => {
  const clients = await people(1);
  await makeBad(clients);
  const id = await start(clients);
  expect(await work()).toBe(true);
  // It waits: looking again changes nothing.
  expect(await work()).toBe(true);
  expect(warned).toHaveLength(1);
  await bare.query('delete from public.bad');
  await workToTheEnd();
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 1, left_out: 0 });
});

test('a job that only fails stops with a reason, and leaves what was done', async () => {
  const clients = await people(20);
  await makeBad(clients.slice(1));
  const id = await start(clients);
  await workToTheEnd();
  expect(await jobOf(id)).toEqual({ state: 'stopped', stopped_because: 'failing', done: 1, left_out: 0 });
  // Once with the good one, and ten times in a row.
  expect(warned).toHaveLength(11);
  const [record] = await bare.query<{ details: object }>(
    `select details from public.audit_log where action = 'bulk.stopped' and details ->> 'job' = $1`,
    [id],
  );
  expect(record?.details).toMatchObject({ because: 'failing', done: 1, clients: 20 });
});

test('a failure that is noted after the transaction was committed changes nothing', async () => {
  const clients = await people(26);
  const id = await start(clients);
  let turns = 1;
  await work(() => turns-- > 0);
  const rows = () => bare.query('select * from public.bulk_jobs where id = $1', [id]);
  const before = await rows();
  expect(before).toMatchObject([{ state: 'running', done: 25 }]);
  await bare.query('select nutmeg.note_bulk_failure($1, $2)', [id, clients.slice(0, 25)]);
  expect(await rows()).toEqual(before);
});

test('waits longer after each failure', async () => {
  const clients = await people(20);
  await makeBad(clients);
  const id = await start(clients);
  const waits: number[] = [];
  while (await work()) {
    const [job] = await bare.query<{ wait: number }>(
      'select ceil(extract(epoch from try_again_at - now()) / 10)::int as wait from public.bulk_jobs where id = $1',
      [id],
    );
    await bare.query('update public.bulk_jobs set try_again_at = now() where id = $1', [id]);
    waits.push(job?.wait ?? 0);
  }
  expect(waits).toEqual([1, 3, 9, 27, 60, 60, 60, 60, 60]);
});

test('a request for documents puts each on the list of each client, once', async () => {
  const clients = await people(2);
  await bare.query(
    `insert into public.checklist_items (user_id, year, item, title, state, reason)
     values ($1, nutmeg.office_year(), 'asked:1', 'The lease', 'not_available', 'Lost')`,
    [clients[0]],
  );
  const items = ['the lease', 'A voided check'];
  const act: BulkAct = { kind: 'letter', options: { template: 'document_request', items } };
  const lines = () =>
    bare.query(
      `select user_id, title, state from public.checklist_items
       where user_id = any ($1) and year = nutmeg.office_year() order by array_position($1, user_id), lower(title)`,
      [clients],
    );
  await start(clients, act);
  await workToTheEnd();
  expect(await lines()).toEqual([
    { user_id: clients[0], title: 'A voided check', state: 'open' },
    { user_id: clients[0], title: 'The lease', state: 'asked_again' },
    { user_id: clients[1], title: 'A voided check', state: 'open' },
    { user_id: clients[1], title: 'the lease', state: 'open' },
  ]);
  await start(clients, act);
  await workToTheEnd();
  const again = await lines();
  expect(again).toHaveLength(4);
  expect(again).not.toContainEqual(expect.objectContaining({ state: 'open' }));
  const letters = await bare.query('select items from public.client_letters where user_id = $1', [
    clients[1],
  ]);
  expect(letters).toEqual([{ items }, { items: ['A voided check', 'the lease'] }]);
});

describe('while fifty mails are put off for hours', () => {
  const queueMails = (count: number, status: 'sent' | 'pending', due: string) =>
    bare.query(
      `insert into public.email_queue (to_email, subject, body, email_type, status, sent_at, created_at, next_attempt_at)
       select gen_random_uuid() || '@example.com', '', '', 'message', $2, case when $2 = 'sent' then now() end,
         now() - interval '1 minute', now() + $3::interval
       from generate_series(1, $1::int)`,
      [count, status, due],
    );
  const write = async () => {
    const id = await start(await people(1), {
      kind: 'letter',
      options: { template: 'document_request', items: ['The lease'] },
    });
    await work();
    return await jobOf(id);
  };
  beforeEach(() => queueMails(50, 'pending', '4 hours'));

  test('a job writes its letters if other mails go out', async () => {
    await queueMails(1, 'sent', '0');
    expect(await write()).toMatchObject({ state: 'done', done: 1 });
  });

  test.each([
    ['none has gone out since', 0, 0, '0'],
    ['as many others are due', 1, 50, '0'],
    ['ten times as many are put off', 1, 450, '4 hours'],
  ])('a job waits if %s', async (_why, sent, others, due) => {
    await queueMails(sent, 'sent', '0');
    await queueMails(others, 'pending', due);
    expect(await write()).toMatchObject({ state: 'running', done: 0 });
  });
});
