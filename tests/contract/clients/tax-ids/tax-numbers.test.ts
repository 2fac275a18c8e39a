import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeClients, previewOf, undoMerge } from '../../support/merges.ts';

const NUMBER = '519-28-6174';
const MASK = '***-**-6174';

const portal = portalForFile();
let clerk: Person;
let maria: Person;

beforeAll(async () => {
  [clerk, maria] = await Promise.all([createPerson(portal, { role: 'admin' }), createPerson(portal)]);
});
/** A client without a login. */
let id: string;
beforeEach(async () => {
  id = await openClient();
});

async function openClient(): Promise<string> {
  const client_id = randomUUID();
  const name = { kind: 'person', first_name: 'Rosa', last_name: 'Diaz' };
  await clerk.client.rpc('save_client', { client_id, ...name }).throwOnError();
  return client_id;
}

const numbers = (by = clerk) => by.client.from('client_tax_numbers');
const save = (tax_number: string, { by = clerk, kind = 'ssn', of = id } = {}) =>
  numbers(by).upsert({ user_id: of, kind, tax_number }).select('user_id, kind, tax_number').single();
const reveal = ({ by = clerk, of = id, reason = 'To prepare the return' } = {}) =>
  by.client.rpc('reveal_client_tax_number', { client_id: of, reason });
const last4 = async (of = id) =>
  (await clerk.client.from('client_details').select('tax_id_last4').eq('client_id', of).maybeSingle()).data
    ?.tax_id_last4;
const recorded = (of = id) =>
  portal.database.query<{ action: string; actor_id: string; details: object }>(
    `select action, actor_id, details from public.audit_log
     where subject_id = $1 and action like 'client.tax_number%' order by id`,
    [of],
  );

describe('the tax number of a client', () => {
  test('is masked for staff, and revealed for a reason, which is recorded first', async () => {
    const saved = await save('519286174');
    expect(saved).toMatchObject({ error: null, data: { user_id: id, kind: 'ssn', tax_number: MASK } });
    expect((await numbers().select('*').eq('user_id', id).single()).data?.tax_number).toBe(MASK);
    expect(await last4()).toBe('6174');
    expect(await reveal()).toMatchObject({ error: null, data: '519286174' });
    expect(await recorded()).toEqual([
      { action: 'client.tax_number_saved', actor_id: clerk.id, details: { kind: 'ssn' } },
      {
        action: 'client.tax_number_revealed',
        actor_id: clerk.id,
        details: { kind: 'ssn', reason: 'To prepare the return' },
      },
    ]);
  });

  test('is not revealed without a reason, to clients, or by GET', async () => {
    await save(NUMBER);
    expect((await reveal({ reason: '  ' })).error).toMatchObject({ code: '23514' });
    expect((await reveal({ reason: 'x'.repeat(201) })).error).toMatchObject({ code: '23514' });
    expect((await reveal({ by: maria })).error).toMatchObject({ code: '42501' });
    expect((await reveal({ of: maria.id })).error).toMatchObject({ code: 'P0002' });
    const read = await clerk.client.rpc(
      'reveal_client_tax_number',
      { client_id: id, reason: 'Curious' },
      { get: true },
    );
    expect(JSON.stringify(read)).not.toContain('519286174');
    expect(await recorded()).toHaveLength(1);
  });

  test('changes with its last digits, and can be deleted', async () => {
    await save(NUMBER);
    await save('06-7654321', { kind: 'ein' });
    expect((await numbers().select('kind, tax_number').eq('user_id', id).single()).data).toEqual({
      kind: 'ein',
      tax_number: '**-***4321',
    });
    expect(await last4()).toBe('4321');
    expect((await reveal()).data).toBe('067654321');
    await numbers().delete().eq('user_id', id).throwOnError();
    expect(await last4()).toBe('4321');
    expect((await reveal()).error).toMatchObject({ code: 'P0002' });
    expect((await recorded()).at(-1)).toMatchObject({ action: 'client.tax_number_deleted' });
    expect(
      await portal.database.query(`select from nutmeg.seals where table_name = 'client_tax_numbers'
        and row_id not in (select id from public.client_tax_numbers)`),
    ).toEqual([]);
  });

  test('keeps its last digits in the details', async () => {
    await save(NUMBER);
    const change = (tax_id_last4: string | null) =>
      clerk.client.from('client_details').upsert({ client_id: id, tax_id_last4, tags: ['early'] });
    expect((await change('1111')).error).toMatchObject({ code: '23514' });
    expect((await change(null)).error).toMatchObject({ code: '23514' });
    expect((await change('6174')).error).toBeNull();
  });

  test.each([
    ['519-28-617', 'ssn'],
    ['519-28-61745', 'ssn'],
    [MASK, 'ssn'],
    ['', 'ssn'],
    [NUMBER, 'passport'],
  ])('is refused as %j of kind %s', async (number, kind) => {
    const { error } = await save(number, { kind });
    expect(error).toMatchObject({ code: 'NM422' });
    expect(JSON.stringify(error)).not.toContain('519');
    expect(await recorded()).toEqual([]);
  });

  test('is not given to another client', async () => {
    await save(NUMBER);
    const other = await openClient();
    const moved = await numbers()
      .update({ user_id: other, kind: 'ssn', tax_number: NUMBER })
      .eq('user_id', id)
      .select();
    expect(moved.error).toMatchObject({ code: '42501' });
    expect((await reveal()).data).toBe('519286174');
  });

  test('is read and written by staff only', async () => {
    await save(NUMBER, { of: maria.id });
    expect((await numbers(maria).select('*')).data).toEqual([]);
    expect((await save(NUMBER, { by: maria, of: maria.id })).error).toMatchObject({ code: '42501' });
    await numbers(maria).delete().eq('user_id', maria.id);
    expect((await reveal({ of: maria.id })).data).toBe('519286174');
  });

  test('counts toward the limit of 300 an hour', async () => {
    const thief = await createPerson(portal, { role: 'admin' });
    await save(NUMBER);
    await portal.database.query(
      `insert into public.audit_log (actor_id, action, subject_id)
       select $1, case when n % 2 = 0 then 'tax_form.revealed' else 'client.tax_number_revealed' end, $2
       from generate_series(1, 299) as n`,
      [thief.id, maria.id],
    );
    expect((await reveal({ by: thief })).error).toBeNull();
    expect((await reveal({ by: thief })).error).toMatchObject({ code: 'PT429' });
  });

  test('is nowhere in clear', async () => {
    await save(NUMBER);
    const tables = await portal.database.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'nutmeg', 'auth', 'storage') and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const [dump] = await portal.database.query<{ found: boolean | null }>(
        `select bool_or(t::text ~ '(^|[^0-9a-f])519-?28-?6174([^0-9a-f]|$)') as found from ${name} t`,
      );
      expect([name, dump?.found ?? false]).toEqual([name, false]);
    }
    expect(await portal.output()).not.toMatch(/519-?28-?6174/);
  });
});

describe('a merge', () => {
  const merge = async (target: string) =>
    (await mergeClients(portal.url, clerk.client, { source: id, target })).mergeId;

  test('takes the number along, and brings it back', async () => {
    await save(NUMBER);
    const target = await openClient();
    expect(await previewOf(clerk.client, id, target)).toMatchObject({
      moves: { tax_numbers: 1 },
      stays: { tax_number: false },
    });
    const mergeId = await merge(target);
    expect((await reveal({ of: target })).data).toBe('519286174');
    expect(await last4(target)).toBe('6174');
    expect((await reveal()).error).toMatchObject({ code: 'P0002' });
    expect((await save(NUMBER)).error).toMatchObject({ code: '42501' });
    expect((await undoMerge(portal.url, clerk.client, mergeId)).status).toBe(200);
    expect((await reveal()).data).toBe('519286174');
    expect((await reveal({ of: target })).error).toMatchObject({ code: 'P0002' });
    expect([await last4(), await last4(target)]).toEqual(['6174', null]);
  });

  test('leaves the number of a target alone, and one with other last digits with the source', async () => {
    await save(NUMBER);
    const target = await openClient();
    await save('222-33-4455', { of: target });
    expect(await previewOf(clerk.client, id, target)).toMatchObject({
      moves: { tax_numbers: 0 },
      stays: { tax_number: true },
    });
    await merge(target);
    expect((await reveal({ of: target })).data).toBe('222334455');
    expect((await reveal()).data).toBe('519286174');

    id = await openClient();
    await save(NUMBER);
    const known = await openClient();
    await clerk.client
      .from('client_details')
      .insert({ client_id: known, tax_id_last4: '1111' })
      .throwOnError();
    await merge(known);
    expect(await last4(known)).toBe('1111');
    expect((await reveal()).data).toBe('519286174');
  });
});
