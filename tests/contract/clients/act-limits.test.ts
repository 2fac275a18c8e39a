import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const { year } = officeDay(new Date(), 'America/New_York');
const WORDING = 'I agree to get texts about my taxes from the office, until I reply STOP.';

const portal = portalForFile();
let maria: Person;

beforeEach(async () => {
  maria = await createPerson(portal);
  await portal.database.query(`update public.user_profiles set phone = '(203) 555-0142' where user_id = $1`, [
    maria.id,
  ]);
});

/** As after 600 acts. */
const useUp = () =>
  portal.database.query(
    `insert into nutmeg.buckets (key, full_at)
     values (sha256(convert_to('nutmeg.own_acts ' || $1::text, 'UTF8')), now() + interval '59 minutes 59 seconds')`,
    [maria.id],
  );

const lines = async () => {
  const [row] = await portal.database.query<{ count: number }>(
    'select count(*)::int as count from public.audit_log where subject_id = $1',
    [maria.id],
  );
  return row?.count;
};

describe('what writes into the log has a limit for each hour', () => {
  const form = () => ({ user_id: maria.id, year, form_data: newClientForm });

  test.each([
    ['agreeing to texts', () => maria.client.rpc('agree_to_texts', { wording: WORDING })],
    ['pausing reminders', () => maria.client.rpc('pause_reminders', { client_id: maria.id, how: 'week' })],
    ['sending the form', () => maria.client.from('tax_forms').insert(form())],
  ])('%s', async (_name, act) => {
    await useUp();
    const before = await lines();
    expect((await act()).error?.code).toBe('PT429');
    expect(await lines()).toBe(before);
    await portal.database.query(`update nutmeg.buckets set full_at = full_at - interval '1 minute'`);
    expect((await act()).error).toBeNull();
    expect(await lines()).toBe((before ?? 0) + 1);
  });

  test('but texts can be ended at any time, and other people have their own limit', async () => {
    await maria.client.rpc('agree_to_texts', { wording: WORDING }).throwOnError();
    await maria.client.from('tax_forms').insert(form()).throwOnError();
    await portal.database.query(`update nutmeg.buckets set full_at = now() + interval '2 hours'`);
    onTestFinished(async () => void (await portal.database.query('delete from nutmeg.buckets')));
    expect((await maria.client.rpc('end_texts')).error).toBeNull();
    const other = await createPerson(portal);
    expect(
      (await other.client.rpc('pause_reminders', { client_id: other.id, how: 'week' })).error,
    ).toBeNull();
  });
});

test('an item of the checklist takes at most 200 files', async () => {
  const documents = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
  const answer = (document_ids: string[]) =>
    maria.client.rpc('answer_checklist_item', {
      list_year: year,
      list_item: 'w2',
      new_state: 'sent',
      document_ids,
    });
  expect((await answer(documents(201))).error).toMatchObject({
    code: '23514',
    message: 'Choose at most 200 files',
  });
  expect((await answer(documents(200))).error?.message).toBe('A file was not found');
});

test('a client’s own row is found without reading those of the office', async () => {
  const staff = await createPerson(portal, { role: 'admin' });
  const functions = await portal.database.query<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'nutmeg'::regnamespace and proname = 'client_order'`,
  );
  onTestFinished(async () => {
    for (const { definition } of functions) await portal.database.query(definition);
  });
  await portal.database.query(`
    create or replace function nutmeg.client_order(sort text, out source text, out keys text, out missing text)
      language plpgsql as $$ begin raise exception 'read the order'; end $$`);
  for (const sort of ['activity', 'waiting', 'step', 'preparer']) {
    const asked = { sort, new_files_since: '1970-01-01' };
    // No new file.
    expect(await maria.client.rpc('list_clients', asked, { count: 'exact' })).toMatchObject({
      error: null,
      data: [],
      count: 0,
    });
    expect((await staff.client.rpc('list_clients', asked)).error?.message).toMatch(/^read the/);
  }
  expect(await maria.client.rpc('list_clients', {}, { count: 'exact' })).toMatchObject({
    data: [{ user_id: maria.id }],
    count: 1,
  });
  // Of the new files, too: the scan of the files has a condition, not only the join.
  const [asked] = await portal.database.query<{ conditions: string }>(
    `select replace(nutmeg.client_conditions(false, '', null, null, now(), false, null, null, null), '$4', 'now()') as conditions`,
  );
  const plan = await portal.database.query<{ 'QUERY PLAN': string }>(
    `explain select from nutmeg.desk_clients p where ${asked?.conditions}`,
  );
  const lines = plan.map((line) => line['QUERY PLAN']);
  const files = lines.slice(lines.findIndex((line) => line.includes('on file_uploads')));
  expect(files.join('\n')).toMatch(/(Index Cond|Filter): .*\buser_id = /);
});
