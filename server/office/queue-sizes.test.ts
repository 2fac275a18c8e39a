import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '#server/database/client.ts';
import { databaseForFile } from '#tests/support/test-database.ts';

const CLIENTS = 1100;
/** Those who are not archived in the end. */
const LEFT = 50;
/** One more than what the tiles show. */
const COUNTED = 1001;

const database = databaseForFile();
let client: Awaited<ReturnType<typeof openClient>>;
beforeAll(async () => {
  client = await openClient({ connectionString: database.url });
  await client.query(`
    insert into auth.users (email, email_confirmed_at)
      select 'person' || n || '@example.com', now() from generate_series(0, ${CLIENTS}) as n;
    select public.change_role(id, 'admin', null), set_config('request.jwt.claims', jsonb_build_object('sub', id)::text, false),
        set_config('nutmeg.staff_mfa', 'optional', false)
      from auth.users where email = 'person0@example.com'`);
});
afterAll(() => client?.end());

/** Runs the statement for each client, and says how long the queues are before and after some of them are archived. */
async function sizesWith(insert: string): Promise<[before: Sizes, after: Sizes]> {
  await client.query('begin');
  try {
    await client.query(`alter table public.tax_forms disable trigger user; ${insert}`);
    const before = await sizes();
    await client.query(`
      insert into public.client_details (client_id, archived_at)
        select user_id, now() from public.user_profiles where role = 'client' order by user_id limit ${CLIENTS - LEFT}`);
    return [before, await sizes()];
  } finally {
    await client.query('rollback');
  }
}

type Sizes = Record<string, number>;

async function sizes(): Promise<Sizes> {
  const { rows } = await client.query(`select queue, waiting from public.office_queues('2020-01-01')`);
  return Object.fromEntries(rows.map(({ queue, waiting }) => [queue, Number(waiting)]));
}

const ofEach = `from public.user_profiles p where p.role = 'client'`;

test('long queues are counted to 1,001, without archived clients', async () => {
  const [before, after] = await sizesWith(`
    insert into public.file_uploads (id, user_id, uploaded_by, file_name, file_path, file_size, year, by_client)
      select gen_random_uuid(), p.user_id, p.user_id, n || '.pdf', p.user_id || '/' || n || '.pdf', 1, 2026, true
      from generate_series(1, 2) as n, public.user_profiles p where p.role = 'client';
    insert into public.tax_forms (user_id, year, form_data) select p.user_id, nutmeg.office_year(), '{}' ${ofEach};
    insert into public.tax_returns (user_id, year, kind, status)
      select p.user_id, 2020, k.kind, k.status from public.user_profiles p,
        (values ('personal', 'in_preparation'), ('business', 'payment_due')) as k (kind, status)
      where p.role = 'client'`);
  for (const queue of ['new_files', 'forms', 'returns_office', 'returns_client']) {
    expect([queue, before[queue], after[queue]]).toEqual([queue, COUNTED, LEFT]);
  }
});

test('a form whose return is open doesn’t wait', async () => {
  const [before] = await sizesWith(`
    insert into public.tax_forms (user_id, year, form_data) select p.user_id, nutmeg.office_year(), '{}' ${ofEach} limit 7;
    insert into public.tax_returns (user_id, year, kind)
      select f.user_id, f.year, 'personal' from public.tax_forms f limit 4`);
  expect(before.forms).toBe(3);
});
