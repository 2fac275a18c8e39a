import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let admin: Person;
let client: Person;
beforeAll(async () => {
  admin = await createPerson(portal, { role: 'admin' });
  client = await createPerson(portal);
  await portal.database.query(
    `update public.user_profiles set first_name = 'Ximena', last_name = 'Quiñones' where user_id = $1`,
    [client.id],
  );
});

async function everything(term: string) {
  const { data, error } = await admin.client.rpc('search_everything', { term });
  expect(error).toBeNull();
  return data as {
    kind: string;
    id: string;
    client_id: string;
    client_name: string;
    title: string;
    folder: string;
  }[];
}

const addNote = (body: string, days = 0) =>
  portal.database.query(
    `insert into public.client_notes (user_id, author_id, body, created_at)
     values ($1, $2, $3, now() - make_interval(days => $4))`,
    [client.id, admin.id, body, days],
  );

test('finds a client by name, without accents, also an archived one', async () => {
  expect(await everything('quinones')).toMatchObject([
    { kind: 'client', id: client.id, client_name: 'Ximena Quiñones' },
  ]);
  await portal.database.query(
    'insert into public.client_details (client_id, archived_at) values ($1, now())',
    [client.id],
  );
  expect(await everything('XIMENA')).toMatchObject([{ kind: 'client', id: client.id }]);
});

test('finds a document by a part of its name, with its folder', async () => {
  const path = `${client.id}/2025/Brokerage/Fidelity 1099-B.txt`;
  const { error } = await client.client.storage.from('user-documents').upload(path, new Blob(['x']));
  expect(error).toBeNull();
  expect(await everything('fidelity 1099')).toMatchObject([
    { kind: 'document', client_id: client.id, title: 'Fidelity 1099-B.txt', folder: '2025/Brokerage' },
  ]);
});

test('finds notes, conversations, and messages, with the part around the match', async () => {
  const long = 'Something else. '.repeat(40);
  await addNote(`${long}Sold the boat in\nMystic last June. ${long}`);
  await portal.database.query(
    `insert into public.contact_submissions (name, email, subject, message)
     values ('Gloria', 'gloria@example.com', 'pricing', 'How much for a boat in Mystic?')`,
  );
  await client.client
    .rpc('write_to_office', {
      message_id: randomUUID(),
      client_id: client.id,
      body: 'I sold the boat in May.',
    })
    .throwOnError();
  const found = await everything('boat in');
  expect(found.map(({ kind, client_id }) => [kind, client_id])).toEqual([
    ['note', client.id],
    ['thread', client.id],
    ['message', null],
  ]);
  expect(found[0]?.title).toMatch(/Sold the boat in Mystic last June\./);
  expect(found[0]?.title.length).toBeLessThanOrEqual(140);
});

test('shows six of each kind, the newest first', async () => {
  for (let day = 1; day <= 8; day++) await addNote(`Heirloom ${day}`, day);
  expect((await everything('heirloom')).map(({ title }) => title)).toEqual(
    [1, 2, 3, 4, 5, 6].map((day) => `Heirloom ${day}`),
  );
});

test('takes wildcards as characters', async () => {
  await addNote('Owes 150% of it');
  await addNote('Owes 1500 dollars');
  expect((await everything('150% of')).map(({ title }) => title)).toEqual(['Owes 150% of it']);
});

test('finds clients only without three letters or digits in a row', async () => {
  await addNote('Owes 50% of it, a b c d');
  for (const term of ['0%', '50% of', 'a b c d', '%%%%']) {
    const found = await everything(term);
    expect(found.filter(({ kind }) => kind !== 'client')).toEqual([]);
  }
  expect(await everything('  ')).toEqual([]);
});

test('refuses a search that is too long, and one by a client', async () => {
  const { error } = await admin.client.rpc('search_everything', { term: 'a'.repeat(201) });
  expect(error?.code).toBe('54000');
  const byClient = await client.client.rpc('search_everything', { term: 'boat' });
  expect(byClient.error?.code).toBe('42501');
});
