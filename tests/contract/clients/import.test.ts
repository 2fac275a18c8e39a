import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ImportPlan, planImport } from '#domain/client-import/plan.ts';
import { readClientList } from '#domain/client-import/read-list.ts';
import { BATCH, countsOf, type RowOutcome, runImport } from '#domain/client-import/run-import.ts';
import {
  columnsList,
  combinedList,
  drakeList,
  lacerteList,
  proSeriesList,
  sheetList,
} from '#tests/support/client-lists.ts';
import { createPerson, freshEmail, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let boss: Person;
let clerk: Person;
let maria: Person;

beforeAll(async () => {
  boss = await createPerson(portal, { role: 'super' });
  clerk = await createPerson(portal, { role: 'admin' });
  maria = await createPerson(portal, { data: { first_name: 'Maria', last_name: 'Lopez' } });
});

const row = {
  row: 2,
  kind: 'person',
  first_name: 'Rosa',
  last_name: 'Diaz',
  email: '',
  phone: '',
  language: 'en',
  address: {},
  contacts: [],
  tax_id_last4: null,
  key: 'rosa',
};

const call = (
  clients: unknown,
  more: { by?: Pick<Person, 'client'>; dry_run?: boolean; run_id?: string } = {},
) =>
  (more.by ?? boss).client.rpc('import_clients', {
    run_id: more.run_id ?? randomUUID(),
    clients,
    dry_run: more.dry_run ?? false,
  });

async function outcomeOf(more: object): Promise<Omit<RowOutcome, 'row'>> {
  const { data } = await call([{ ...row, key: randomUUID(), ...more }]).throwOnError();
  const { result, fields, problem } = data[0];
  return { result, fields, problem };
}

function planOf(list: Uint8Array): ImportPlan {
  const read = readClientList(list, TextDecoder);
  if ('fault' in read) throw new Error(read.fault);
  return planImport(read.list, read.list.mapping);
}

async function importList(list: Uint8Array, dry_run = false) {
  const plan = planOf(list);
  const run_id = randomUUID();
  const outcomes = await runImport(plan, {
    send: async (clients) => (await call(clients, { dry_run, run_id }).throwOnError()).data,
  });
  await boss.client.rpc('finish_client_import', { run_id }).throwOnError();
  return countsOf(plan, outcomes);
}

/** Everything that an import may write. */
const state = () =>
  portal.database.query(
    `select (select count(*) from auth.users) as users, (select count(*) from public.clients) as clients,
      (select md5(string_agg(p::text, '' order by p.user_id)) from public.user_profiles p) as profiles,
      (select md5(string_agg(d::text, '' order by d.client_id)) from public.client_details d) as details,
      (select count(*) from nutmeg.imported_clients) as keys`,
  );

describe('three lists of more than one batch', () => {
  const count = BATCH + 10;
  const lists: [string, Uint8Array][] = [
    ['columns for taxpayer and spouse', columnsList(count)],
    ['whole names', combinedList(count)],
    ['a spreadsheet', sheetList(count)],
  ];

  test.each(lists)('%s: a dry run writes nothing, and tells what a run does', async (_, list) => {
    const before = await state();
    const checked = await importList(list, true);
    expect(checked).toEqual({ new: count, filled_in: 0, unchanged: 0, refused: 0, repeated: 0 });
    expect(await state()).toEqual(before);
    expect(await importList(list)).toEqual(checked);
  });

  test.each(lists)('%s: a second run changes nothing', async (_, list) => {
    const before = await state();
    expect(await importList(list)).toEqual({
      new: 0,
      filled_in: 0,
      unchanged: count,
      refused: 0,
      repeated: 0,
    });
    expect(await state()).toEqual(before);
  });

  test('have become clients', async () => {
    const { data: found } = await boss.client.rpc(
      'list_clients',
      { term: 'c42@lists.example' },
      { get: true },
    );
    expect(found).toMatchObject([{ first_name: 'Ana Q', last_name: 'Johnson-Ec', phone: '203-200-0042' }]);
    const id = found[0].user_id;
    expect(await boss.client.from('clients').select('kind, name').eq('id', id).single()).toMatchObject({
      data: { kind: 'couple', name: 'Ana Q Johnson-Ec' },
    });
    expect(await boss.client.from('client_details').select('*').eq('client_id', id).single()).toMatchObject({
      data: {
        addresses: [{ street: '42 Elm St, Rear', city: 'Hartford', state: 'CT', zip: '06142' }],
        contacts: [{ relation: 'spouse', first_name: 'Pat', last_name: 'Johnson-Ec' }],
        tax_id_last4: '1042',
      },
    });
  });

  test('leave no whole tax number behind', async () => {
    const [leaks] = await portal.database.query(
      `select count(*) from public.user_profiles p left join public.client_details d on d.client_id = p.user_id
       where p::text || coalesce(d::text, '') ~ '\\d{3}-\\d{2}-\\d{4}'
         and p.user_id in (select client_id from nutmeg.imported_clients)`,
    );
    expect(leaks).toEqual({ count: '0' });
    expect(await portal.output()).not.toMatch(/\d{3}-\d{2}-\d{4}|Johnson-E/);
  });

  test('are in the log once for each run, with counts only', async () => {
    const acts = await portal.database.query<{ actor_id: string; details: object }>(
      `select actor_id, details from public.audit_log where action = 'clients.imported' and actor_id = $1 order by id`,
      [boss.id],
    );
    expect(acts).toHaveLength(6);
    expect(acts[0]).toEqual({
      actor_id: boss.id,
      details: { opened: count, filled_in: 0, unchanged: 0, refused: 0 },
    });
    expect(
      await portal.database.query(
        `select from public.audit_log where action in ('client.opened', 'client.details_saved') and actor_id = $1`,
        [boss.id],
      ),
    ).toEqual([]);
  });
});

test.each([
  ['Drake', drakeList],
  ['Lacerte', lacerteList],
  ['ProSeries', proSeriesList],
])('the list of %s opens its clients once', async (_, list) => {
  expect(await importList(list)).toMatchObject({ new: 2, refused: 0 });
  const before = await state();
  expect(await importList(list)).toMatchObject({ new: 0, filled_in: 0, unchanged: 2 });
  expect(await state()).toEqual(before);
});

describe('a row', () => {
  beforeEach(async () => {
    await portal.database.query(`delete from auth.users u where exists (
      select from public.user_profiles p where p.user_id = u.id and p.last_name = 'Diaz')`);
  });

  test.each([
    ['phone', { phone: '203-555-0142' }, { phone: '(203) 555-0142' }],
    ['email', { email: 'rosa@x.example' }, { email: 'rosa@x.example', first_name: 'Rosa María' }],
    ['ZIP code', { address: { zip: '06103' } }, { address: { zip: '06103-1234' }, last_name: 'DÍAZ' }],
    ['tax ID', { tax_id_last4: '1234' }, { tax_id_last4: '1234', first_name: 'Rosa L' }],
  ])('with the same name or email, and %s, is a known client', async (_, first, second) => {
    expect(await outcomeOf(first)).toMatchObject({ result: 'new' });
    expect(await outcomeOf(second)).toEqual({ result: 'unchanged', fields: [], problem: null });
  });

  test('with another tax ID, or nothing in common but the name, is another client', async () => {
    await outcomeOf({ phone: '203-555-0142', tax_id_last4: '1111' });
    expect(await outcomeOf({ phone: '203-555-0142', tax_id_last4: '2222' })).toMatchObject({ result: 'new' });
    expect(await outcomeOf({ phone: '203-555-0143' })).toMatchObject({ result: 'new' });
  });

  test('fills in what is empty, and changes nothing else', async () => {
    await outcomeOf({ phone: '203-555-0142', address: { city: 'Hartford' } });
    const more = {
      phone: '203-555-0142',
      email: 'rosa@x.example',
      address: { city: 'Stamford' },
      contacts: [{ relation: 'spouse', first_name: 'Bo', last_name: 'Diaz', email: '', phone: '' }],
      tax_id_last4: '1234',
    };
    expect(await outcomeOf(more)).toMatchObject({
      result: 'filled_in',
      fields: ['email', 'contacts', 'tax_id'],
    });
    const [saved] = await portal.database.query(
      `select p.email, d.addresses, d.tax_id_last4, a.details from public.user_profiles p
       join public.client_details d on d.client_id = p.user_id
       join public.audit_log a on a.subject_id = p.user_id and a.action = 'client.filled_in'
       where p.last_name = 'Diaz'`,
    );
    expect(saved).toEqual({
      email: 'rosa@x.example',
      addresses: [{ city: 'Hartford' }],
      tax_id_last4: '1234',
      details: { changed: ['email', 'contacts', 'tax_id'] },
    });
  });

  test('leaves name and email of someone with a login alone', async () => {
    const own = { email: maria.email, first_name: 'Maria', last_name: 'Lopez Ruiz', phone: '203-555-0199' };
    await portal.database.query(`update public.user_profiles set phone = '', first_name = 'Maria', last_name = 'Lopez'
      where user_id = '${maria.id}'`);
    expect(await outcomeOf(own)).toMatchObject({ result: 'filled_in', fields: ['phone'] });
    expect(await outcomeOf({ ...own, phone: '203-555-0100' })).toMatchObject({ result: 'unchanged' });
    expect(await outcomeOf({ ...own, first_name: 'Eva' })).toMatchObject({
      result: 'refused',
      problem: 'email_of_another',
    });
    expect(
      await portal.database.query(
        'select first_name, last_name, phone from public.user_profiles where user_id = $1',
        [maria.id],
      ),
    ).toEqual([{ first_name: 'Maria', last_name: 'Lopez', phone: '203-555-0199' }]);
  });

  test('that could be two clients is refused', async () => {
    await outcomeOf({ phone: '203-555-0142', tax_id_last4: '1111' });
    await outcomeOf({ phone: '203-555-0142', tax_id_last4: '2222' });
    expect(await outcomeOf({ phone: '203-555-0142' })).toMatchObject({
      result: 'refused',
      problem: 'several_clients',
    });
  });

  test('leads to the client that a known one was merged into', async () => {
    const key = randomUUID();
    await outcomeOf({ key });
    await outcomeOf({ phone: '203-555-0142' });
    await portal.database.query(
      `insert into public.client_details (client_id, archived_at, archived_into)
       select a.user_id, now(), b.user_id from public.user_profiles a, public.user_profiles b
       where a.last_name = 'Diaz' and b.last_name = 'Diaz' and a.phone = '' and b.phone <> ''`,
    );
    expect(await outcomeOf({ key, tax_id_last4: '1234' })).toMatchObject({ fields: ['tax_id'] });
    const saved = await portal.database.query(
      `select p.phone from public.client_details d join public.user_profiles p on p.user_id = d.client_id
       where d.tax_id_last4 = '1234' and p.last_name = 'Diaz'`,
    );
    expect(saved).toEqual([{ phone: '203-555-0142' }]);
  });

  test.each([
    ['a long name', { last_name: 'x'.repeat(300) }],
    ['no name', { first_name: '', last_name: '' }],
    ['no email address', { email: "x'); drop table public.clients; --" }],
    ['a wrong kind', { kind: 'alien' }],
    ['a wrong language', { language: 'xx' }],
    ['a whole tax number', { tax_id_last4: '123456789' }],
    ['a strange address', { address: { planet: 'Mars' } }],
    ['an address that is a text', { address: 'Mars' }],
    ['strange contacts', { contacts: [7] }],
    ['contacts that are no list', { contacts: { a: 1 } }],
    ['no key', { key: null }],
    ['a long key', { key: 'x'.repeat(2001) }],
  ])('with %s is refused, and the others are not', async (_, hostile) => {
    const { data } = await call([
      { ...row, key: randomUUID(), ...hostile },
      { ...row, row: 3, key: randomUUID(), last_name: "Diaz'); drop table public.clients; --" },
    ]).throwOnError();
    expect(data).toMatchObject([
      { row: 2, result: 'refused', problem: 'not_accepted' },
      { row: 3, result: expect.stringMatching(/new|unchanged/) },
    ]);
  });
});

test('5,000 clients: a second run changes nothing', { tags: ['size'] }, async () => {
  const list = columnsList(5_000);
  await importList(list);
  expect(await importList(list)).toEqual({
    ...{ new: 0, filled_in: 0, unchanged: 5_000, refused: 0, repeated: 0 },
  });
});

test('the calls are for super users', async () => {
  const helper = await createPerson(portal);
  await clerk.client
    .rpc('save_client_member', {
      client_id: maria.id,
      member_id: helper.id,
      relation: 'helper',
      rights: ['see', 'upload', 'answer', 'sign'],
    })
    .throwOnError();
  for (const by of [maria, helper, clerk, { client: visitor(portal) }]) {
    expect((await call([row], { by })).error).toMatchObject({ code: '42501' });
    expect((await call([row], { by, dry_run: true })).error).toMatchObject({ code: '42501' });
    const finish = await by.client.rpc('finish_client_import', { run_id: randomUUID() });
    expect(finish.error).toMatchObject({ code: '42501' });
  }
});

test.each([[[]], [Array(201).fill(row)], [{ a: 1 }], [null], ['x']])(
  'a wrong batch is refused',
  async (clients) => {
    expect((await call(clients)).error).toMatchObject({ code: '23514' });
  },
);

test('a run that has ended takes no more rows, and only its own user goes on with it', async () => {
  const run_id = randomUUID();
  const other = await createPerson(portal, { role: 'super' });
  const fresh = () => [{ ...row, key: randomUUID(), email: freshEmail(), first_name: randomUUID() }];
  await call(fresh(), { run_id }).throwOnError();
  expect((await call(fresh(), { run_id, by: other })).error).toMatchObject({ code: '23514' });
  await boss.client.rpc('finish_client_import', { run_id }).throwOnError();
  expect((await call(fresh(), { run_id })).error).toMatchObject({ message: 'This import has ended' });
});

test('two runs at the same time open a client once', async () => {
  const clients = Array.from({ length: 20 }, (_, at) => ({
    ...row,
    ...{ row: at, last_name: `Twin ${at}`, key: randomUUID(), phone: `203-777-${1000 + at}` },
  }));
  const both = await Promise.all([call(clients).throwOnError(), call(clients).throwOnError()]);
  const results = both.flatMap(({ data }) => data.map(({ result }: RowOutcome) => result));
  expect(results.filter((result) => result === 'new')).toHaveLength(20);
  expect(results.filter((result) => result === 'unchanged')).toHaveLength(20);
});

test('a run that was not ended is recorded later', async () => {
  const run_id = randomUUID();
  await call([{ ...row, key: randomUUID(), last_name: 'Left' }], { run_id }).throwOnError();
  await portal.database.query(
    `update nutmeg.client_imports set last_at = now() - interval '2 hours' where run_id = '${run_id}'`,
  );
  await portal.database.query('select nutmeg.record_abandoned_client_imports()');
  await portal.database.query('select nutmeg.record_abandoned_client_imports()');
  const [last] = await portal.database.query(
    `select details from public.audit_log where action = 'clients.imported' order by id desc limit 1`,
  );
  expect(last).toEqual({ details: { opened: 1, filled_in: 0, unchanged: 0, refused: 0 } });
});
