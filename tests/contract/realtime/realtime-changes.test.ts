import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person, visitor } from '#tests/support/people.ts';
import { SECRET_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { signInAgain } from '../support/factors.ts';
import { listen } from '../support/listening.ts';

const BUCKET = 'user-documents';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

const files = ({ client }: Pick<Person, 'client'>) => client.storage.from(BUCKET);

async function send(by: Pick<Person, 'client'>, owner: string, name: string): Promise<void> {
  const { error } = await files(by).upload(`${owner}/${name}`, new Blob(['w2']));
  if (error) throw error;
}

describe('who hears what', () => {
  test('the own files arrive, change and go, in the form that the library unpacks', async () => {
    const person = await createPerson(portal);
    const ear = await listen(person.client);
    await send(person, person.id, '2026/w2.txt');
    const arrived = await ear.hears(({ type }) => type === 'INSERT');
    const [row] = await portal.database.query<{ id: string; uploaded_at: Date }>(
      'select * from public.file_uploads where user_id = $1',
      [person.id],
    );
    expect(arrived).toMatchObject({
      schema: 'public',
      table: 'file_uploads',
      errors: null,
      old: {},
      new: {
        id: row?.id,
        user_id: person.id,
        file_name: 'w2.txt',
        parent_folder: '2026',
        file_size: 2,
        download_count: 0,
      },
    });
    expect(new Date(String(arrived.new.uploaded_at))).toEqual(row?.uploaded_at);
    expect(arrived.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    await files(person).move(`${person.id}/2026/w2.txt`, `${person.id}/2026/wages.txt`);
    const changed = await ear.hears(({ type }) => type === 'UPDATE');
    expect(changed).toMatchObject({ new: { id: row?.id, file_name: 'wages.txt' }, old: { id: row?.id } });

    const clerk = await createPerson(portal, { role: 'admin' });
    await files(clerk).remove([`${person.id}/2026/wages.txt`]);
    const gone = await ear.hears(({ type }) => type === 'DELETE');
    expect(gone).toMatchObject({ new: {}, old: { id: row?.id } });
    expect(Object.keys(gone.old)).toEqual(['id']);
    expect(ear.heard).toHaveLength(3);
  });

  test('staff hear of every client, clients of themselves, visitors of nobody', async () => {
    const [person, other, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    const ears = await Promise.all([listen(other.client), listen(visitor(portal))]);
    const [own, office] = await Promise.all([listen(person.client), listen(clerk.client)]);
    await send(clerk, person.id, 'from the office.txt');
    await own.hears((one) => one.new.file_name === 'from the office.txt');
    await office.hears((one) => one.new.file_name === 'from the office.txt');
    await send(person, person.id, 'from home.txt');
    await office.hears((one) => one.new.file_name === 'from home.txt');
    await files(clerk).remove([`${person.id}/from home.txt`]);
    await own.hears(({ type }) => type === 'DELETE');
    await office.hears(({ type }) => type === 'DELETE');
    // What comes last is told last: whoever hears this would have heard the rest before.
    await send(other, other.id, 'last.txt');
    await ears[0]?.hears((one) => one.new.file_name === 'last.txt');
    await office.hears((one) => one.new.file_name === 'last.txt');
    expect(ears.map(({ heard }) => heard.length)).toEqual([1, 0]);
  });

  test('whoever is no longer staff hears no more of others, with the next change', async () => {
    const [person, clerk, chief] = await Promise.all([
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
      createPerson(portal, { role: 'super' }),
    ]);
    const [former, still] = await Promise.all([listen(clerk.client), listen(chief.client)]);
    await send(person, person.id, 'before.txt');
    await former.hears((one) => one.new.file_name === 'before.txt');
    await portal.database.query(`select public.change_role($1, 'client', null)`, [clerk.id]);
    await send(person, person.id, 'after.txt');
    await files(chief).remove([`${person.id}/before.txt`]);
    await send(clerk, clerk.id, 'own.txt');
    await former.hears((one) => one.new.file_name === 'own.txt');
    await still.hears(({ type }) => type === 'DELETE');
    expect(former.names()).toEqual(['before.txt', 'own.txt']);
  });

  test('a file that goes to another person leaves the first one', async () => {
    const [person, other, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    await send(person, person.id, 'wrong folder.txt');
    const [first, second, office] = await Promise.all([
      listen(person.client),
      listen(other.client),
      listen(clerk.client),
    ]);
    const moved = await files(clerk).move(`${person.id}/wrong folder.txt`, `${other.id}/right.txt`);
    expect(moved.error).toBeNull();
    await first.hears(({ type }) => type === 'DELETE');
    await second.hears((one) => one.type === 'UPDATE' && one.new.file_name === 'right.txt');
    await office.hears(({ type }) => type === 'UPDATE');
    // A second event about the move would arrive before this one.
    await send(clerk, other.id, 'last.txt');
    await second.hears((one) => one.new.file_name === 'last.txt');
    await office.hears((one) => one.new.file_name === 'last.txt');
    // Another server may still be passing on the upload that came before.
    const changes = [first, second, office].map(({ heard }) => heard.filter(({ type }) => type !== 'INSERT'));
    expect(changes.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  test('the service hears everything', async () => {
    const person = await createPerson(portal);
    const service = visitor(portal);
    await service.realtime.setAuth(SECRET_KEY);
    const ear = await listen(service);
    await send(person, person.id, 'w2.txt');
    await ear.hears((one) => one.new.user_id === person.id);
  });
});

describe('what was asked for', () => {
  test('only the wanted kinds of change, each to its own callback', async () => {
    const [person, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    const ear = await listen(person.client, { event: 'UPDATE' }, { event: 'DELETE' });
    await send(person, person.id, 'a.txt');
    await files(person).move(`${person.id}/a.txt`, `${person.id}/b.txt`);
    await files(clerk).remove([`${person.id}/b.txt`]);
    await ear.hears(({ type }) => type === 'DELETE');
    expect(ear.heard.map(({ type }) => type)).toEqual(['UPDATE', 'DELETE']);
  });

  test('two wishes that one change answers are two calls', async () => {
    const person = await createPerson(portal);
    const ear = await listen(person.client, { event: '*' }, { event: 'INSERT' });
    await send(person, person.id, 'a.txt');
    await eventually(async () => ear.heard.length === 2);
  });

  test("a client's files among all that staff may see; deletions too", async () => {
    const [person, other, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    const ear = await listen(clerk.client, { filter: `user_id=eq.${person.id}` });
    await send(other, other.id, 'other.txt');
    await files(clerk).remove([`${other.id}/other.txt`]);
    await send(person, person.id, 'wanted.txt');
    await ear.hears((one) => one.new.file_name === 'wanted.txt');
    expect(ear.heard).toHaveLength(1);
  });

  test.each([
    ['eq', 'file_name=eq.b, c (1).txt', ['b, c (1).txt']],
    ['neq', 'file_name=neq.a.txt', ['b, c (1).txt', 'd.txt']],
    ['lt', 'file_name=lt.b', ['a.txt']],
    ['lte', 'file_size=lte.1', []],
    ['gt', 'file_name=gt.c', ['d.txt']],
    ['gte', 'file_size=gte.2', ['a.txt', 'b, c (1).txt', 'd.txt']],
    ['in', 'file_name=in.(a.txt,"b, c (1).txt")', ['a.txt', 'b, c (1).txt']],
    ['several', 'file_size=gte.2,file_name=eq.d.txt', ['d.txt']],
    ['none of the rows', `file_name=eq.' or true --`, []],
  ])('the filter %s', async (_name, filter, expected) => {
    const person = await createPerson(portal);
    const [ear, all] = await Promise.all([
      listen(person.client, { filter }),
      listen(await signInAgain(portal, person)),
    ]);
    expect(ear.system.filter(({ status }) => status === 'error')).toEqual([]);
    for (const name of ['a.txt', 'b, c (1).txt', 'd.txt']) await send(person, person.id, name);
    await send(person, person.id, 'last.txt');
    await all.hears((one) => one.new.file_name === 'last.txt');
    const told = () => ear.names().filter((name) => name !== 'last.txt');
    await eventually(async () => told().length >= expected.length);
    expect(told()).toEqual(expected);
  });

  test.each([
    ['a table that does not exist', { table: 'nothing' }],
    ['a table that is not told of', { table: 'audit_log' }],
    ['a column that does not exist', { filter: 'nothing=eq.1' }],
    ['a value that is none of its type', { filter: 'user_id=eq.me' }],
    ['an operator that is not offered', { filter: 'file_name=like.a*' }],
  ])('%s is said, and does no harm', async (_name, wish) => {
    const person = await createPerson(portal);
    const ear = await listen(person.client, wish);
    await eventually(async () => ear.system.some(({ status }) => status === 'error'));
    expect(ear.system[0]?.message).toMatch(/^Unable to subscribe to changes with given parameters\./);
  });

  test('a folder of many files that gets another name is told in full', async () => {
    const person = await createPerson(portal);
    await fill(person.id, 1200);
    const ear = await listen(person.client, { event: 'UPDATE' });
    expect((await files(person).move(`${person.id}/old`, `${person.id}/new`)).error).toBeNull();
    await eventually(async () => ear.heard.length >= 1200);
    expect(new Set(ear.heard.map((one) => one.new.file_path)).size).toBe(1200);
    expect(ear.heard.every((one) => one.new.parent_folder === 'new')).toBe(true);
  });

  test('5,000 renamed files are some dozens of notifications', async () => {
    const person = await createPerson(portal);
    await fill(person.id, 5000);
    const told = await notificationsOf(portal, async () => {
      expect((await files(person).move(`${person.id}/old`, `${person.id}/new`)).error).toBeNull();
    });
    expect(told).toHaveLength(50);
    expect(told.every((payload) => Buffer.byteLength(payload) < 8000)).toBe(true);
  });
});

/** Files without bytes, behind the product's back: here it is about their number. */
async function fill(owner: string, count: number): Promise<void> {
  await portal.database.query(
    `with blob as (insert into storage.blobs (id) values (gen_random_uuid()) returning id)
     insert into storage.objects (bucket_id, name, blob_id)
     select 'user-documents', $1 || '/old/' || n || '.txt', blob.id from blob, generate_series(1, $2::int) n`,
    [owner, count],
  );
}

async function notificationsOf({ database }: TestPortal, act: () => Promise<void>): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  const payloads: string[] = [];
  client.on('notification', ({ payload = '' }) => payloads.push(payload));
  await client.connect();
  try {
    await client.query('listen nutmeg_changes');
    await act();
    // In the order of commits: what came before this one has arrived when it has.
    await database.query(`select pg_notify('nutmeg_changes', 'end')`);
    await eventually(async () => payloads.includes('end'));
    return payloads.filter((payload) => payload !== 'end');
  } finally {
    await client.end();
  }
}
