import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checklistFor } from '#domain/checklist/checklist.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { checkChangedLists } from './complete-lists.ts';

let portal: TestPortal;
let database: Database;
let clerk: Person;
let maria: Person;
const { year } = officeDay(new Date(), 'America/New_York');
const items = checklistFor(newClientForm).map(({ id }) => id);

beforeAll(async () => {
  portal = await startPortal();
  database = openDatabase({ url: portal.database.url, onIdleError: () => undefined });
  clerk = await createPerson(portal, { role: 'admin' });
});
afterAll(async () => {
  await database?.close();
  await portal?.close();
});
beforeEach(async () => {
  maria = await createPerson(portal);
  await maria.client
    .from('tax_forms')
    .insert({ user_id: maria.id, year, form_data: newClientForm })
    .throwOnError();
});

const check = () => checkChangedLists({ database });
const answer = (list_item: string) =>
  maria.client
    .rpc('answer_checklist_item', {
      list_year: year,
      list_item,
      new_state: 'not_available',
      why: 'Lost',
      client_id: maria.id,
    })
    .throwOnError();
const review = (list_item: string, new_state: string) =>
  clerk.client
    .rpc('review_checklist_item', { client_id: maria.id, list_year: year, list_item, new_state })
    .throwOnError();
const task = async () =>
  (
    await portal.database.query<{ id: string; is_open: boolean; done_by: string | null }>(
      `select id, done_at is null as is_open, done_by from public.tasks
       where client_id = $1 and kind = 'documents_complete'`,
      [maria.id],
    )
  ).map(({ is_open, done_by }) => (is_open ? 'open' : done_by === null ? 'closed' : 'done'));
const answerAll = async () => {
  for (const item of items) await answer(item);
};

test('a list gives a task when its last document is answered, and one only', async () => {
  const [last = '', ...others] = items;
  for (const item of others) await answer(item);
  await check();
  expect(await task()).toEqual([]);
  await answer(last);
  await Promise.all([check(), check(), check()]);
  await check();
  expect(await task()).toEqual(['open']);
  const [due] = await portal.database.query(
    `select due_on = nutmeg.office_day_after(5) as is_right from public.tasks
     where client_id = $1 and kind = 'documents_complete'`,
    [maria.id],
  );
  expect(due).toEqual({ is_right: true });
  await answer(last);
  await check();
  expect(await task()).toEqual(['open']);
});

test('the task closes when a document is missing again, and opens with it', async () => {
  await answerAll();
  await check();
  await review(items[0] ?? '', 'asked_again');
  await check();
  expect(await task()).toEqual(['closed']);
  await review(items[0] ?? '', 'confirmed');
  await check();
  expect(await task()).toEqual(['open']);
});

test('a task that a person closed stays closed', async () => {
  await answerAll();
  await check();
  const { data } = await clerk.client
    .from('tasks')
    .select('id')
    .eq('client_id', maria.id)
    .eq('kind', 'documents_complete')
    .single();
  await clerk.client.rpc('finish_task', { task_id: data?.id }).throwOnError();
  await review(items[0] ?? '', 'confirmed');
  await check();
  expect(await task()).toEqual(['done']);
});

test('a list is no news once the return is in preparation', async () => {
  const { data } = await clerk.client
    .rpc('start_return', { client_id: maria.id, return_year: year, return_kind: 'personal' })
    .throwOnError();
  await clerk.client.rpc('step_return', { return_id: data.id, new_status: 'in_preparation' }).throwOnError();
  await answerAll();
  await check();
  expect(await task()).toEqual([]);
});

test('a change that is not committed yet is not lost', async () => {
  const [last = '', ...others] = items;
  for (const item of others) await answer(item);
  await portal.database.query('delete from nutmeg.lists_to_check');
  const written = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const change = database.asOwner(async (tx) => {
    await tx.query(
      `insert into public.checklist_items (user_id, year, item, state, reason) values ($1, $2, $3, 'not_available', 'Lost')`,
      [maria.id, year, last],
    );
    await tx.query('select nutmeg.check_list($1, $2)', [maria.id, year]);
    written.resolve();
    await looked.promise;
  });
  await written.promise;
  expect(await check()).toBe(0);
  looked.resolve();
  await change;
  await check();
  expect(await task()).toEqual(['open']);
});
