import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let clerk: Person;
/** A client without a login. */
let rosa: string;

beforeEach(async () => {
  clerk = await createPerson(portal, { role: 'admin' });
  rosa = randomUUID();
  const name = { kind: 'person', first_name: 'Rosa', last_name: 'Diaz' };
  await clerk.client.rpc('save_client', { client_id: rosa, ...name }).throwOnError();
});

const find = (last4: string, by = clerk) => by.client.rpc('find_by_tax_id', { last4 });
const whose = async (last4: string) =>
  ((await find(last4).throwOnError()).data as { client_id: string; whose: string }[])
    .filter(({ client_id }) => client_id === rosa)
    .map((row) => row.whose);
/** Of a former year, with a seal that opens for no one. */
const insertFormerForm = (ssn: string) =>
  portal.database.query(`
    select set_config('nutmeg.seal', '{"table": "tax_forms", "key": "00", "sealed": "00"}', true);
    insert into public.tax_forms (user_id, year, form_data) values ('${rosa}', 2019, '{"ssn": "${ssn}"}')`);
const recorded = (action: string) =>
  portal.database.query<{ subject_id: string | null; details: object }>(
    'select subject_id, details from public.audit_log where action = $1 and actor_id = $2',
    [action, clerk.id],
  );

test('finds the people of the newest form, and the tax ID in the details', async () => {
  await insertFormerForm('***-**-6301');
  expect(await whose('6301')).toEqual(['client']);
  const form = { ...newClientForm, ssn: '519-28-6302' };
  const { year } = officeDay(new Date(), 'America/New_York');
  await clerk.client.from('tax_forms').insert({ user_id: rosa, year, form_data: form }).throwOnError();
  expect(await whose('6301')).toEqual([]);
  expect(await whose('6302')).toEqual(['client']);
  expect(await whose(newClientForm.dependents[0]?.ssn.slice(-4) ?? '')).toEqual(['dependent']);
  await clerk.client.from('client_details').upsert({ client_id: rosa, tax_id_last4: '6303' }).throwOnError();
  expect(await whose('6303')).toEqual(['client']);
});

test('records each look before the answer, without the digits', async () => {
  await clerk.client.from('client_details').upsert({ client_id: rosa, tax_id_last4: '6304' }).throwOnError();
  await find('6304').throwOnError();
  expect(await recorded('client.found_by_tax_id')).toEqual([{ subject_id: rosa, details: {} }]);
  await find('0000').throwOnError();
  expect(await recorded('client.not_found_by_tax_id')).toEqual([{ subject_id: null, details: {} }]);
});

test('records a look whose answer the request doesn’t accept', async () => {
  expect((await find('0001').single()).error?.code).toBe('PGRST116');
  expect(await recorded('client.not_found_by_tax_id')).toHaveLength(1);
  expect((await find('0001').eq('client_id', rosa)).error?.code).toBe('PGRST127');
});

test('leaves out a client that was merged into another', async () => {
  await portal.database.query(
    `insert into public.client_details (client_id, tax_id_last4, archived_at, archived_into)
     values ($1, '6305', now(), $2)`,
    [rosa, clerk.id],
  );
  expect(await whose('6305')).toEqual([]);
});

test('takes exactly four digits, by POST, and 30 looks in ten minutes for each of the staff', async () => {
  for (const term of ['630', '63066', '63_6', 'abcd'])
    expect((await find(term)).error, term).toMatchObject({ code: '22023' });
  const read = await clerk.client.rpc('find_by_tax_id', { last4: '6306' }, { get: true });
  expect(read.error).not.toBeNull();
  const looks = await Promise.all(Array.from({ length: 31 }, () => find('6306')));
  expect(looks.map(({ error }) => error?.code).filter(Boolean)).toEqual(['PT429']);
  expect(looks.find(({ error }) => error)?.error).toMatchObject({ details: 'too_many_tax_id_looks' });
});
