import { expect, test } from 'vitest';
import { databaseForFile } from '#tests/support/test-database.ts';
import { CAPTCHA_SWEEPS } from './captcha/captcha.ts';
import { BUCKET_SWEEPS } from './http/token-buckets.ts';
import { STAFF_LETTER_SWEEPS } from './mail/letters/case-letters.ts';
import { MAIL_SWEEPS } from './mail/queue/queue.ts';
import { type Job, startMaintenance } from './maintenance.ts';
import { PICTURE_SWEEPS } from './office/pictures/pictures.ts';
import { RECORD_PACE_SWEEPS } from './storage/objects/access-record.ts';

const database = databaseForFile();
const sweep = async (statements: readonly string[]) => {
  for (const statement of statements) await database.query(statement);
};

test('deletes captcha passes two days after their first use', async () => {
  await database.query(
    `insert into nutmeg.captcha_passes (id, action, first_seen_at)
     select gen_random_uuid(), name, now() - age::interval
     from (values ('old', '49 hours'), ('still valid', '25 hours'), ('new', '0')) as p (name, age)`,
  );
  await sweep(CAPTCHA_SWEEPS);
  expect(await database.query('select action from nutmeg.captcha_passes order by action')).toEqual([
    { action: 'new' },
    { action: 'still valid' },
  ]);
});

/** Less what has passed since the first take. */
function expectHalfAMinute(wait: number | undefined) {
  expect(wait).toBeGreaterThan(20);
  expect(wait).toBeLessThanOrEqual(30);
}

test('deletes full rate-limit buckets', async () => {
  const take = async (key: string) =>
    (await database.query<{ wait: number }>('select nutmeg.take_token($1, 2, 60) as wait', [key]))[0]?.wait;
  expect([await take('half'), await take('empty'), await take('empty')]).toEqual([0, 0, 0]);
  expectHalfAMinute(await take('empty'));
  await database.query(`update nutmeg.buckets set full_at = full_at - interval '31 seconds'`);
  await sweep(BUCKET_SWEEPS);
  expect(await database.query(`select convert_from(key, 'utf8') as key from nutmeg.buckets`)).toEqual([
    { key: 'empty' },
  ]);
  expect(await take('empty')).toBe(0);
  expect(await take('empty')).toBeGreaterThan(0);
});

test('points given back to a bucket can be taken again, up to its size', async () => {
  const call = async (name: string) =>
    (await database.query<{ out: number | string }>(`select nutmeg.${name}('b', 2, 3600) as out`))[0]?.out;
  expect([await call('take_token'), await call('take_token')]).toEqual([0, 0]);
  expect(await call('take_token')).toBeGreaterThan(0);
  await call('refund_token');
  expect(await call('take_token')).toBe(0);
  for (let time = 0; time < 5; time += 1) await call('refund_token');
  expect([await call('take_token'), await call('take_token')]).toEqual([0, 0]);
  expect(await call('take_token')).toBeGreaterThan(0);
});

test('a point is taken from all buckets or from none', async () => {
  const take = async (...keys: string[]) =>
    (
      await database.query<{ wait: number }>(
        `select nutmeg.take_tokens(
           (select array_agg(convert_to(k, 'utf8') order by n) from unnest($1::text[]) with ordinality as k (k, n)),
           array_fill(2, array[$2::int]), array_fill(60, array[$2::int])
         ) as wait`,
        [keys, keys.length],
      )
    )[0]?.wait;
  expect([await take('k1', 'k2'), await take('k2', 'k3')]).toEqual([0, 0]);
  // k2 is empty, so the others keep theirs; the wait is the longest.
  expectHalfAMinute(await take('k4', 'k2', 'k1'));
  expect([await take('k1'), await take('k4'), await take('k4'), await take('k3')]).toEqual([0, 0, 0, 0]);
  expect(await take('k1')).toBeGreaterThan(0);
  // Many at once, in different orders, wait for one another.
  const many = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? take('x', 'y', 'z') : take('z', 'y', 'x'))),
  );
  expect(many.filter((wait) => wait === 0)).toHaveLength(2);
});

test('deletes counted staff letters after an hour', async () => {
  await database.query(
    `insert into nutmeg.staff_letters (recipient, written_at)
     select name, now() - age::interval
     from (values ('old@example.com', '61 minutes'), ('new@example.com', '59 minutes')) as l (name, age)`,
  );
  await sweep(STAFF_LETTER_SWEEPS);
  expect(await database.query('select recipient from nutmeg.staff_letters')).toEqual([
    { recipient: 'new@example.com' },
  ]);
});

test('deletes sent and dismissed mails after 90 days, and keeps pending and failed ones', async () => {
  await database.query(
    `insert into public.email_queue (to_email, subject, body, email_type, status, created_at)
     select status || ' ' || age, '', '', 'contact_notice', status, now() - age::interval
     from unnest('{pending,sent,failed,dismissed}'::text[]) status, unnest('{89 days,91 days}'::text[]) age`,
  );
  await sweep(MAIL_SWEEPS);
  expect(await database.query('select to_email from public.email_queue order by to_email')).toEqual([
    { to_email: 'dismissed 89 days' },
    { to_email: 'failed 89 days' },
    { to_email: 'failed 91 days' },
    { to_email: 'pending 89 days' },
    { to_email: 'pending 91 days' },
    { to_email: 'sent 89 days' },
  ]);
});

test('mails queued or tried while the clock was ahead are due now', async () => {
  await database.query('delete from public.email_queue');
  await database.query(
    `insert into public.email_queue (to_email, subject, body, email_type, created_at, next_attempt_at, tried_at)
     select name, '', '', 'contact_notice', now() + created::interval, now() + due::interval, now() + tried::interval
     from (values
       ('queued', '1 year', '1 year', null), ('tried', '-1 day', '1 year', '1 year'), ('postponed', '-1 day', '10 hours', '-1 hour')
     ) as m (name, created, due, tried)`,
  );
  await sweep(MAIL_SWEEPS);
  expect(
    await database.query(
      `select to_email, next_attempt_at <= now() as due, tried_at is not null as tried from public.email_queue
       where created_at <= now() and (tried_at is null or tried_at <= now()) order by 1`,
    ),
  ).toEqual([
    { to_email: 'postponed', due: false, tried: true },
    { to_email: 'queued', due: true, tried: false },
    { to_email: 'tried', due: true, tried: true },
  ]);
});

test('deletes counts of recorded acts after an hour', async () => {
  await database.query(
    `insert into nutmeg.record_pace (actor_id, since, lines)
     select gen_random_uuid(), now() - age::interval, lines
     from (values ('61 minutes', 1), ('59 minutes', 2)) as p (age, lines)`,
  );
  await sweep(RECORD_PACE_SWEEPS);
  expect(await database.query('select lines from nutmeg.record_pace')).toEqual([{ lines: 2 }]);
});

test('deletes pictures that were not used for 30 days, except those of any version of the facts', async () => {
  const id = (digit: string) => digit.repeat(64);
  await database.query(
    `insert into nutmeg.office_pictures (id, used_at)
     select repeat(digit, 64), now() - age::interval
     from (values ('a', '31 days'), ('b', '29 days'), ('c', '31 days'), ('d', '31 days')) as p (digit, age)`,
  );
  await database.query(
    `insert into nutmeg.office_picture_files (picture_id, width, type, bytes)
     select id, 128, 'webp', 'x' from nutmeg.office_pictures`,
  );
  // The second version no longer has the picture of the first, which can be restored.
  await database.query(
    `insert into public.office_settings (version, source, facts)
     select v, 'page', jsonb_build_object('team', jsonb_build_array(
       jsonb_build_object('name', 'Ana'), jsonb_build_object('name', 'Bo', 'portrait', portrait)
     )) from (values (1, $1), (2, $2)) as f (v, portrait)`,
    [id('c'), id('d')],
  );
  await sweep(PICTURE_SWEEPS);
  const left = [{ id: id('b') }, { id: id('c') }, { id: id('d') }];
  expect(await database.query('select id from nutmeg.office_pictures order by id')).toEqual(left);
  expect(
    await database.query('select picture_id as id from nutmeg.office_picture_files order by picture_id'),
  ).toEqual(left);
});

test('runs jobs at the start and at their intervals, logs failures, and waits for running jobs when stopped', async () => {
  const runs: string[] = [];
  const failure = new Error('the store is away');
  const warned = Promise.withResolvers<unknown>();
  const slow = Promise.withResolvers<void>();
  const jobs: Job[] = [
    {
      name: 'failing',
      every: 20,
      atStart: true,
      run: async () => {
        runs.push('failing');
        throw failure;
      },
    },
    { name: 'sql', every: 20, run: ['select 1'] },
    {
      name: 'slow',
      every: 3_600_000,
      atStart: true,
      run: async (_deps, shouldContinue) => {
        await slow.promise;
        runs.push(shouldContinue() ? 'went on' : 'was stopped');
      },
    },
  ];
  const statements: string[] = [];
  const deps = {
    database: { query: async (text: string) => void statements.push(text) },
    log: { warn: (details: unknown) => warned.resolve(details) },
  } as unknown as Parameters<typeof startMaintenance>[0];

  const maintenance = startMaintenance(deps, jobs);
  expect(await warned.promise).toEqual({ err: failure, job: 'failing' });
  await expect.poll(() => statements.length).toBeGreaterThan(0);
  expect(runs.length).toBeGreaterThan(1);
  const stopped = maintenance.stop();
  slow.resolve();
  await stopped;
  expect(runs.at(-1)).toBe('was stopped');
});
