import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAPTCHA_SWEEPS } from '#server/captcha/captcha.ts';
import { BUCKET_SWEEPS } from '#server/http/buckets.ts';
import { STAFF_LETTER_SWEEPS } from '#server/mail/letters/case-letters.ts';
import { MAIL_SWEEPS } from '#server/mail/queue/queue.ts';
import { RECORD_PACE_SWEEPS } from '#server/storage/failures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { sweep } from './sweeps.ts';

let database: TestDatabase;
const swept = {
  query: async <Row>(text: string) => {
    const rows = (await database.query(text)) as Row[];
    return { rows, rowCount: rows.length };
  },
};
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('removes captcha passes that are no longer usable', async () => {
  await database.query(
    `insert into nutmeg.captcha_passes (id, action, first_seen_at)
     select gen_random_uuid(), name, now() - age::interval
     from (values ('old', '49 hours'), ('of use still', '25 hours'), ('new', '0')) as p (name, age)`,
  );
  await sweep(swept, CAPTCHA_SWEEPS);
  expect(await database.query('select action from nutmeg.captcha_passes order by action')).toEqual([
    { action: 'new' },
    { action: 'of use still' },
  ]);
});

test('removes full buckets', async () => {
  const take = async (key: string) =>
    (await database.query<{ wait: number }>('select nutmeg.take_drop($1, 2, 60) as wait', [key]))[0]?.wait;
  expect([await take('half'), await take('empty'), await take('empty')]).toEqual([0, 0, 0]);
  expect(await take('empty')).toBe(30);
  await database.query(`update nutmeg.buckets set full_at = full_at - interval '31 seconds'`);
  await sweep(swept, BUCKET_SWEEPS);
  expect(await database.query(`select convert_from(key, 'utf8') as key from nutmeg.buckets`)).toEqual([
    { key: 'empty' },
  ]);
  expect(await take('empty')).toBe(0);
  expect(await take('empty')).toBeGreaterThan(0);
});

test('a drop that was given back can be taken once', async () => {
  const call = async (name: string) =>
    (await database.query<{ out: number | string }>(`select nutmeg.${name}('b', 2, 3600) as out`))[0]?.out;
  expect([await call('take_drop'), await call('take_drop')]).toEqual([0, 0]);
  expect(await call('take_drop')).toBeGreaterThan(0);
  await call('give_drop_back');
  expect(await call('take_drop')).toBe(0);
  for (let time = 0; time < 5; time += 1) await call('give_drop_back');
  expect([await call('take_drop'), await call('take_drop')]).toEqual([0, 0]);
  expect(await call('take_drop')).toBeGreaterThan(0);
});

test('removes letters of staff that no longer count for the limit', async () => {
  await database.query(
    `insert into nutmeg.staff_letters (recipient, written_at)
     select name, now() - age::interval
     from (values ('old@example.com', '61 minutes'), ('new@example.com', '59 minutes')) as l (name, age)`,
  );
  await sweep(swept, STAFF_LETTER_SWEEPS);
  expect(await database.query('select recipient from nutmeg.staff_letters')).toEqual([
    { recipient: 'new@example.com' },
  ]);
});

test('removes old sent mails, and keeps mails that staff may have to handle', async () => {
  await database.query(
    `insert into public.email_queue (to_email, subject, body, email_type, status, created_at)
     select status || ' ' || age, '', '', 'contact_notice', status, now() - age::interval
     from unnest('{pending,sent,failed,dismissed}'::text[]) status, unnest('{89 days,91 days}'::text[]) age`,
  );
  await sweep(swept, MAIL_SWEEPS);
  expect(await database.query('select to_email from public.email_queue order by to_email')).toEqual([
    { to_email: 'dismissed 89 days' },
    { to_email: 'failed 89 days' },
    { to_email: 'failed 91 days' },
    { to_email: 'pending 89 days' },
    { to_email: 'pending 91 days' },
    { to_email: 'sent 89 days' },
  ]);
});

test('removes counts of recorded actions after an hour', async () => {
  await database.query(
    `insert into nutmeg.record_pace (actor_id, since, lines)
     select gen_random_uuid(), now() - age::interval, lines
     from (values ('61 minutes', 1), ('59 minutes', 2)) as p (age, lines)`,
  );
  await sweep(swept, RECORD_PACE_SWEEPS);
  expect(await database.query('select lines from nutmeg.record_pace')).toEqual([{ lines: 2 }]);
});
