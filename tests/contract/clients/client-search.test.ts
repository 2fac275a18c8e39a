import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, insertPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let clerk: Person;
/** The client's id. */
let company: string;
/** In a name, so that each test finds its own people only. */
let word: string;
let count = 0;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  count += 1;
  word = `zq${count}x`;
  company = await client({ first_name: 'Bakery', last_name: 'LLC' });
});

const client = (data: Record<string, unknown>) =>
  insertPerson(portal, { email: `people-${randomUUID()}@mail.example`, data });

async function found(term: string): Promise<string[]> {
  const { data } = await clerk.client.rpc('list_clients', { term }).select('user_id').throwOnError();
  const ids = (data as { user_id: string }[]).map(({ user_id }) => user_id);
  const { data: total } = await clerk.client.rpc('list_clients_count', { term }).throwOnError();
  expect(total).toBe(ids.length);
  return ids;
}

async function foundBy(term: string) {
  const wanted = { client_ids: [company], term };
  const { data } = await clerk.client.rpc('people_found', wanted).throwOnError();
  return data as object[];
}

const addOwner = (member_id: string) =>
  clerk.client
    .rpc('save_client_member', { client_id: company, member_id, relation: 'owner', rights: ['see', 'sign'] })
    .throwOnError();

const setContacts = (contacts: object[]) =>
  clerk.client.from('client_details').upsert({ client_id: company, contacts }).throwOnError();

test('a client is found by a member, in any order of the words, and the member is named', async () => {
  const priya = await client({ first_name: 'Priya', last_name: word, phone: '2035550164' });
  await addOwner(priya);
  expect((await found(`${word}, priya`)).sort()).toEqual([company, priya].sort());
  expect(await found(`bakery ${word}`)).toEqual([company]);
  expect(await foundBy(`priya ${word}`)).toEqual([
    { client_id: company, name: `Priya ${word}`, relation: 'owner' },
  ]);
  // Found by its own name, it needs no explanation.
  expect(await foundBy('bakery')).toEqual([]);
});

test('follows a member who changes the name, and one who leaves', async () => {
  const priya = await client({ first_name: 'Priya', last_name: 'Before' });
  await addOwner(priya);
  await portal.database.query('update public.user_profiles set last_name = $2 where user_id = $1', [
    priya,
    word,
  ]);
  expect(await found(`bakery ${word}`)).toEqual([company]);
  await portal.database.query('delete from public.client_members where client_id = $1 and user_id = $2', [
    company,
    priya,
  ]);
  expect(await found(`bakery ${word}`)).toEqual([]);
});

test('finds by a contact without a login, with name, address, or phone, until it is taken away', async () => {
  await setContacts([
    {
      relation: 'Partner',
      first_name: 'Zoë',
      last_name: word,
      email: `${word}@mail.example`,
      phone: '(203) 555-0177',
    },
  ]);
  for (const term of [`zoe ${word}`, `${word}@mail`, '203 555 0177'])
    expect(await found(term), term).toContain(company);
  expect(await foundBy(`zoe ${word}`)).toEqual([{ client_id: company, name: `Zoë ${word}`, relation: null }]);
  await setContacts([]);
  expect(await found(`zoe ${word}`)).toEqual([]);
});

test('finds by the phone of a client that was merged into it, until the merge is undone', async () => {
  const phone = `20355501${String(80 + count)}`;
  const double = await client({ first_name: 'Double', last_name: word, phone });
  await portal.database.query(
    `insert into public.client_details (client_id, archived_at, archived_into) values ($1, now(), $2)`,
    [double, company],
  );
  expect(await found(`bakery ${phone}`)).toEqual([company]);
  expect(await found(`bakery ${word}`)).toEqual([company]);
  await portal.database.query(
    'update public.client_details set archived_at = null, archived_into = null where client_id = $1',
    [double],
  );
  expect(await found(`bakery ${word}`)).toEqual([]);
});

test('clients find no one by it, and don’t read it in their own row', async () => {
  const rosa = await createPerson(portal, { data: { first_name: 'Rosa', last_name: 'Reyes' } });
  company = rosa.id;
  await setContacts([{ first_name: word }]);
  const own = await rosa.client.rpc('list_clients', { term: word }).throwOnError();
  expect(own.data).toEqual([]);
  const row = await rosa.client.from('user_profiles').select('*').eq('user_id', rosa.id).single();
  expect(JSON.stringify(row.data)).not.toContain(word);
});
