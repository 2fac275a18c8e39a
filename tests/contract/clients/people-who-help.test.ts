import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, portalForFile } from '#tests/support/server/portal.ts';
import { writeToOffice } from '../support/conversation.ts';
import { upload } from '../support/merges.ts';
import { service } from '../support/storage.ts';

const portal = portalForFile();
let boss: Person;
let maria: Person;
/** Helps maria, and has nothing yet. */
let ben: Person;
const { year } = officeDay(new Date(), 'America/New_York');

const addMember = (client: Person, member: Person, relation = 'helper') =>
  boss.client
    .rpc('save_client_member', {
      client_id: client.id,
      member_id: member.id,
      relation,
      rights: ['see', 'upload'],
    })
    .throwOnError();

beforeEach(async () => {
  [boss, maria, ben] = await Promise.all([
    // A new one each time: no one gives access many times in an hour.
    createPerson(portal, { role: 'super' }),
    createPerson(portal),
    createPerson(portal),
  ]);
  await addMember(maria, ben);
});

/** The newest of the list, and their number if something is searched for. */
async function list(asked: { term?: string; has_form?: boolean } = {}): Promise<string[]> {
  const { data: clients } = await boss.client
    .rpc('list_clients', { ...asked, page_limit: 1000 })
    .throwOnError();
  if (asked.term) expect(await count(asked)).toBe(clients.length);
  return clients.map(({ user_id }: { user_id: string }) => user_id);
}
const count = async (filters: object = {}): Promise<number> =>
  (await boss.client.rpc('list_clients_count', filters).throwOnError()).data;

describe('a person who only helps', () => {
  test('is not in the list, but is found, and leads to the client', async () => {
    expect(await list()).toContain(maria.id);
    expect(await list()).not.toContain(ben.id);
    expect((await list({ term: ben.email })).toSorted()).toEqual([maria.id, ben.id].toSorted());
    const { data } = await boss.client.rpc('clients_of_person', { person_id: ben.id }).throwOnError();
    expect(data).toEqual([{ client_id: maria.id, name: 'Maria Lopez', kind: 'person', relation: 'helper' }]);
  });

  test('is in no count', async () => {
    const filters = [{}, { preparer: 'none' }, { has_form: false }, { return_status: 'none' }];
    const before = await Promise.all(filters.map(count));
    const rosa = await createPerson(portal);
    expect(await Promise.all(filters.map(count))).toEqual(before.map((clients) => clients + 1));
    await addMember(maria, rosa, 'spouse');
    expect(await Promise.all(filters.map(count))).toEqual(before);
    expect(await list({ has_form: false })).not.toContain(rosa.id);
  });

  test('stays so while they work for the client', async () => {
    await upload(ben, `${maria.id}/books.txt`);
    await writeToOffice({ client: ben.client, id: maria.id }, 'The books are there.');
    await boss.client.rpc('end_client_member', { client_id: maria.id, member_id: ben.id }).throwOnError();
    expect(await list()).not.toContain(ben.id);
    expect((await boss.client.rpc('clients_of_person', { person_id: ben.id }).throwOnError()).data).toEqual(
      [],
    );
  });

  const lines = [{ kind: 'service', description: 'Personal Taxes', quantity: 1, unit_cents: 45_000 }];
  const byStaff = (name: string, values: () => object) => () =>
    boss.client.rpc(name, values()).throwOnError();
  const insert = (table: string, values: () => object) => () =>
    boss.client.from(table).insert(values()).throwOnError();
  test.each<[string, () => PromiseLike<unknown>]>([
    ['document', () => upload(ben, `${ben.id}/w2.txt`)],
    ['document from staff', () => upload(boss, `${ben.id}/letter.txt`)],
    ['document of an app', () => upload({ client: service(portal) }, `${ben.id}/app.txt`)],
    [
      'form',
      () =>
        ben.client
          .from('tax_forms')
          .insert({ user_id: ben.id, year, form_data: newClientForm })
          .throwOnError(),
    ],
    [
      'draft',
      () =>
        ben.client
          .from('tax_form_drafts')
          .insert({ user_id: ben.id, year, form_data: { city: 'Hartford' } })
          .throwOnError(),
    ],
    ['message', () => writeToOffice(ben, 'May I file here, too?').throwOnError()],
    [
      'message from staff',
      byStaff('write_to_client', () => ({ message_id: randomUUID(), client_id: ben.id, body: 'Welcome' })),
    ],
    [
      'return',
      byStaff('start_return', () => ({ client_id: ben.id, return_year: year, return_kind: 'personal' })),
    ],
    [
      'fee',
      byStaff('save_invoice', () => ({
        invoice_id: randomUUID(),
        client_id: ben.id,
        lines,
        due_on: '2030-01-31',
      })),
    ],
    ['note', insert('client_notes', () => ({ user_id: ben.id, body: 'Wants to file here' }))],
    ['tag', insert('client_details', () => ({ client_id: ben.id, tags: ['new'] }))],
    ['task', insert('tasks', () => ({ title: 'Call', client_id: ben.id }))],
    [
      'date',
      insert('client_dates', () => ({
        client_id: ben.id,
        kind: 'extension',
        year,
        due_on: `${year + 1}-10-15`,
      })),
    ],
    ['member', () => addMember(ben, maria)],
    [
      'appointment',
      () =>
        portal.database.query(
          `insert into public.appointments (name, email, phone, service, preferred_date, preferred_time)
           values ('Ben', $1, '8605550123', 'Personal Taxes', '2030-01-31', '10:00 AM')`,
          [ben.email.toUpperCase()],
        ),
    ],
  ])('becomes a client with the first %s', async (_, begin) => {
    await begin();
    expect(await list()).toContain(ben.id);
    const { data } = await boss.client.rpc('case_members', { client_id: maria.id }).throwOnError();
    expect(data.find(({ user_id }: { user_id: string }) => user_id === ben.id)).toMatchObject({
      is_client: true,
    });
  });

  test('who has something already stays a client', async () => {
    const rosa = await createPerson(portal);
    await writeToOffice(rosa, 'Hello').throwOnError();
    await addMember(maria, rosa);
    expect(await list()).toContain(rosa.id);
  });
});

describe('who begins with something of their own at the same moment', () => {
  let rosa: Person;
  let other: pg.Client;
  beforeEach(async () => {
    rosa = await createPerson(portal);
    other = new pg.Client({ connectionString: portal.database.url });
    await other.connect();
    await other.query('begin');
  });
  afterEach(() => other.end());

  test('stays a client if that was not there yet', async () => {
    await other.query(
      `insert into public.client_dates (client_id, kind, year, due_on) values ($1, 'extension', 2026, '2027-10-15')`,
      [rosa.id],
    );
    await addMember(maria, rosa);
    await other.query('commit');
    expect(await list()).toContain(rosa.id);
  });

  test.each<[string, () => PromiseLike<unknown>]>([
    ['note', () => boss.client.from('client_notes').insert({ user_id: rosa.id, body: 'x' }).throwOnError()],
    ['document', () => upload(rosa, `${rosa.id}/w2.txt`)],
  ])('becomes a client again with the %s that waited', async (_, begin) => {
    const { rows } = await other.query('select pg_backend_pid() as pid');
    await other.query(
      `insert into public.client_members (client_id, user_id, relation, rights) values ($1, $2, 'helper', '{see}')`,
      [maria.id, rosa.id],
    );
    const begun = Promise.resolve(begin());
    await eventually(async () => {
      const waiting = await portal.database.query(
        'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
        [rows[0].pid],
      );
      return waiting.length > 0;
    });
    await other.query('commit');
    await begun;
    expect(await list()).toContain(rosa.id);
  });
});

test('a client without a login that staff add to another one stays in the list', async () => {
  const name = { kind: 'person', first_name: 'Walk', last_name: `In ${randomUUID()}` };
  const id = randomUUID();
  await boss.client.rpc('save_client', { client_id: id, ...name }).throwOnError();
  await addMember(maria, { ...maria, id });
  expect(await list()).toContain(id);
});
