import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checklistFor } from '#domain/checklist/checklist.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { countLists } from './count-lists.ts';

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

const kept = async () => {
  const [row] = await portal.database.query<{ missing: number; total: number; is_outdated: boolean }>(
    `select missing, total, counted_by < '{1}' as is_outdated from nutmeg.document_counts
     where client_id = $1 and year = $2`,
    [maria.id, year],
  );
  return row;
};
/** The portal's own job may count the same list at this moment, which is then skipped. */
const count = async () => {
  await vi.waitFor(async () => {
    await countLists({ database });
    expect((await kept())?.is_outdated).not.toBe(true);
  });
  const row = await kept();
  return row && { missing: row.missing, total: row.total };
};
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

test('what is missing is counted after each change of a list', async () => {
  const total = items.length;
  expect(await count()).toEqual({ missing: total, total });
  await answer(items[0] ?? '');
  expect(await count()).toEqual({ missing: total - 1, total });
  await clerk.client
    .rpc('request_document', { client_id: maria.id, list_year: year, item_title: 'The lease' })
    .throwOnError();
  expect(await count()).toEqual({ missing: total, total: total + 1 });
  await portal.database.query('delete from public.tax_forms where user_id = $1', [maria.id]);
  expect(await count()).toEqual({ missing: 1, total: 1 });
});

test('a change that is not committed yet is counted after it is', async () => {
  await count();
  const written = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const change = database.asOwner(async (tx) => {
    await tx.query(
      `insert into public.checklist_items (user_id, year, item, state) values ($1, $2, $3, 'sent')`,
      [maria.id, year, items[0]],
    );
    written.resolve();
    await looked.promise;
  });
  await written.promise;
  expect(await count()).toMatchObject({ missing: items.length });
  looked.resolve();
  await change;
  expect(await count()).toMatchObject({ missing: items.length - 1 });
});

test('a later release counts all lists again, and an earlier one leaves them', async () => {
  await count();
  const spoil = (release: string) =>
    portal.database.query(
      'update nutmeg.document_counts set missing = 99, counted_by = $2 where client_id = $1',
      [maria.id, release],
    );
  await spoil('{0,9,12}');
  expect(await count()).toMatchObject({ missing: items.length });
  await spoil('{999,0,0}');
  expect(await count()).toMatchObject({ missing: 99 });
});

test('nothing is left of a deleted client', async () => {
  await count();
  await portal.database.query('delete from auth.users where id = $1', [maria.id]);
  expect(await count()).toBeUndefined();
});
