import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CHANGES_MISSED, MAX_REPLAY_MS } from '#contract/realtime.ts';
import { createPerson, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile, SECRET_KEY, type SharedPortal, startPortal } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { signInAgain } from '../support/factors.ts';
import { subscribe, type TestSubscription } from '../support/realtime.ts';

const BUCKET = 'user-documents';

const portal = portalForFile();

const files = ({ client }: Pick<Person, 'client'>) => client.storage.from(BUCKET);

async function send(by: Pick<Person, 'client'>, owner: string, name: string): Promise<void> {
  const { error } = await files(by).upload(`${owner}/${name}`, new Blob(['w2']));
  if (error) throw error;
}

describe('subscribers', () => {
  test('get INSERT, UPDATE and DELETE of their files in the format of supabase-js', async () => {
    const person = await createPerson(portal);
    const subscription = await subscribe(person.client);
    await send(person, person.id, '2026/w2.txt');
    const arrived = await subscription.waitForEvent(({ type }) => type === 'INSERT');
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
    const changed = await subscription.waitForEvent(({ type }) => type === 'UPDATE');
    expect(changed).toMatchObject({ new: { id: row?.id, file_name: 'wages.txt' }, old: { id: row?.id } });

    const clerk = await createPerson(portal, { role: 'admin' });
    await files(clerk).remove([`${person.id}/2026/wages.txt`]);
    const gone = await subscription.waitForEvent(({ type }) => type === 'DELETE');
    expect(gone).toMatchObject({ new: {}, old: { id: row?.id } });
    expect(Object.keys(gone.old)).toEqual(['id']);
    expect(subscription.events).toHaveLength(3);
  });

  test('staff get all changes, clients only their own, visitors none', async () => {
    const [person, other, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    const subscriptions = await Promise.all([subscribe(other.client), subscribe(visitor(portal))]);
    const [own, office] = await Promise.all([subscribe(person.client), subscribe(clerk.client)]);
    await send(clerk, person.id, 'from the office.txt');
    await own.waitForEvent((one) => one.new.file_name === 'from the office.txt');
    await office.waitForEvent((one) => one.new.file_name === 'from the office.txt');
    await send(person, person.id, 'from home.txt');
    const { new: fromHome } = await office.waitForEvent((one) => one.new.file_name === 'from home.txt');
    // The queue of a colleague loses it.
    await clerk.client.rpc('mark_documents_seen', { document_ids: [fromHome.id] }).throwOnError();
    await office.waitForEvent((one) => one.new.id === fromHome.id && one.new.seen_at !== null);
    await files(clerk).remove([`${person.id}/from home.txt`]);
    await own.waitForEvent(({ type }) => type === 'DELETE');
    await office.waitForEvent(({ type }) => type === 'DELETE');
    // Events are in order, so other events would have arrived before this one.
    await send(other, other.id, 'last.txt');
    await subscriptions[0]?.waitForEvent((one) => one.new.file_name === 'last.txt');
    await office.waitForEvent((one) => one.new.file_name === 'last.txt');
    expect(subscriptions.map(({ events }) => events.length)).toEqual([1, 0]);
  });

  test('get no more changes of others after they lose the staff role', async () => {
    const [person, clerk, chief] = await Promise.all([
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
      createPerson(portal, { role: 'super' }),
    ]);
    const [former, still] = await Promise.all([subscribe(clerk.client), subscribe(chief.client)]);
    await send(person, person.id, 'before.txt');
    await former.waitForEvent((one) => one.new.file_name === 'before.txt');
    await portal.database.query(`select public.change_role($1, 'client', null)`, [clerk.id]);
    await send(person, person.id, 'after.txt');
    await files(chief).remove([`${person.id}/before.txt`]);
    await send(clerk, clerk.id, 'own.txt');
    await former.waitForEvent((one) => one.new.file_name === 'own.txt');
    await still.waitForEvent(({ type }) => type === 'DELETE');
    expect(former.fileNames()).toEqual(['before.txt', 'own.txt']);
  });

  test('get the changes before they joined that they ask for, as far as they may read them', async () => {
    const [person, other] = await Promise.all([createPerson(portal), createPerson(portal)]);
    const first = await subscribe(person.client);
    await send(person, person.id, 'earlier.txt');
    await first.waitForEvent((one) => one.new.file_name === 'earlier.txt');
    const filter = `user_id=eq.${person.id}`;
    /** A server that has just started says that it doesn't know all changes. */
    const subscribeWithReplay = ({ client }: Person) =>
      eventually(async () => {
        const one = await subscribe(client, { filter, replay_ms: 1_000 });
        await eventually(async () => one.system.length > 0);
        return one.system.some(({ message }) => message === CHANGES_MISSED) ? undefined : one;
      });
    const asking = await subscribeWithReplay(person);
    await send(person, person.id, 'later.txt');
    await asking.waitForEvent((one) => one.new.file_name === 'later.txt');
    expect(new Set(asking.fileNames())).toEqual(new Set(['earlier.txt', 'later.txt']));

    const [stranger, without] = [
      await subscribeWithReplay(other),
      await subscribe(person.client, { filter }),
    ];
    await send(person, person.id, 'last.txt');
    await without.waitForEvent((one) => one.new.file_name === 'last.txt');
    expect(without.fileNames()).toEqual(['last.txt']);
    expect(stranger.events).toEqual([]);
  });

  test('learn that the server does not know all changes that they ask for', {
    tags: ['faults-kills'],
  }, async () => {
    const person = await createPerson(portal);
    const fresh = await startPortal({ database: portal.database });
    onTestFinished(() => fresh.close());
    const client = visitor(fresh);
    const { data } = await person.client.auth.getSession();
    if (data.session) await client.auth.setSession(data.session);
    const subscription = await subscribe(client, { replay_ms: MAX_REPLAY_MS });
    await eventually(async () => subscription.system.some(({ message }) => message === CHANGES_MISSED));
    expect(subscription.statuses).toEqual(['SUBSCRIBED']);
  });

  test('get DELETE as the old owner when a file changes owner', async () => {
    const [person, other, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    await send(person, person.id, 'wrong folder.txt');
    const [first, second, office] = await Promise.all([
      subscribe(person.client),
      subscribe(other.client),
      subscribe(clerk.client),
    ]);
    const moved = await files(clerk).move(`${person.id}/wrong folder.txt`, `${other.id}/right.txt`);
    expect(moved.error).toBeNull();
    await first.waitForEvent(({ type }) => type === 'DELETE');
    await second.waitForEvent((one) => one.type === 'UPDATE' && one.new.file_name === 'right.txt');
    await office.waitForEvent(({ type }) => type === 'UPDATE');
    // A second event about the move would arrive before this one.
    await send(clerk, other.id, 'last.txt');
    await second.waitForEvent((one) => one.new.file_name === 'last.txt');
    await office.waitForEvent((one) => one.new.file_name === 'last.txt');
    // Another server may deliver the INSERT of the upload late.
    const changes = [first, second, office].map(({ events }) =>
      events.filter(({ type }) => type !== 'INSERT'),
    );
    expect(changes.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  test('do not learn that rows are gone that they could not see', async () => {
    const [person, other, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    const [own, office] = await Promise.all(
      [person, clerk].map(({ client }) =>
        subscribe(
          client,
          { event: 'DELETE', table: 'used_documents', filter: `user_id=eq.${person.id}` },
          { event: 'DELETE', table: 'invoices', filter: `client_id=eq.${person.id}` },
          { event: 'DELETE', table: 'thread_messages', filter: `client_id=eq.${person.id}` },
        ),
      ),
    );
    await send(person, person.id, 'w2.txt');
    const [file] = await portal.database.query<{ id: string }>(
      'select id from public.file_uploads where user_id = $1',
      [person.id],
    );
    for (const is_used of [true, false]) {
      await clerk.client.rpc('mark_documents_used', { document_ids: [file?.id], is_used }).throwOnError();
    }
    const draft = randomUUID();
    const lines = [{ kind: 'service', description: 'Personal Taxes', quantity: 1, unit_cents: 1 }];
    await clerk.client
      .rpc('save_invoice', { invoice_id: draft, client_id: person.id, lines, due_on: '2030-01-31' })
      .throwOnError();
    await clerk.client.rpc('delete_invoice_draft', { invoice_id: draft }).throwOnError();
    const message = async (isHidden: boolean) => {
      const [row] = await portal.database.query<{ id: string }>(
        `insert into public.thread_messages (id, client_id, side, author_id, body, origin, staff_only, year)
         values (gen_random_uuid(), $1, 'client', $1, 'Hello', 'form', $2, 2026) returning id`,
        [person.id, isHidden],
      );
      return row?.id;
    };
    const left = { seen: await message(false), hidden: await message(true) };
    const deleted = { seen: await message(false), hidden: await message(true) };
    await portal.database.query('update public.thread_messages set client_id = $1 where id = any($2)', [
      other.id,
      Object.values(left),
    ]);
    for (const ids of [Object.values(deleted), [await message(false)]]) {
      await portal.database.query('delete from public.thread_messages where id = any($1)', [ids]);
    }
    const goneFor = (one: TestSubscription | undefined, count: number) =>
      eventually(async () => {
        const ids = one?.events.map(({ old }) => old.id) ?? [];
        return ids.length >= count && ids;
      });
    // The last one of each was deleted after all others.
    const [last, ...others] = (await goneFor(own, 3)).toReversed();
    expect(new Set(others)).toEqual(new Set([left.seen, deleted.seen]));
    expect(new Set(await goneFor(office, 7))).toEqual(
      new Set([file?.id, draft, ...Object.values(left), ...Object.values(deleted), last]),
    );
  });

  test('every table with owners says whether they learn that a row is gone', async () => {
    const undecided = await portal.database.query(
      `select distinct c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgfoid = 'nutmeg.notify_changes()'::regprocedure and t.tgnargs > 0
         -- After an update or deletion.
         and t.tgtype & 24 <> 0
         and not exists (
           select from pg_proc p where p.oid = 'nutmeg.owner_saw(text, jsonb)'::regprocedure
             and p.prosrc like '%when ' || quote_literal(c.relname) || ' then%'
         )`,
    );
    expect(undecided).toEqual([]);
  });

  test('service_role gets all changes', async () => {
    const person = await createPerson(portal);
    const service = visitor(portal);
    await service.realtime.setAuth(SECRET_KEY);
    const subscription = await subscribe(service);
    await send(person, person.id, 'w2.txt');
    await subscription.waitForEvent((one) => one.new.user_id === person.id);
  });
});

describe('filters', () => {
  test('deliver only the requested events', async () => {
    const [person, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    const subscription = await subscribe(person.client, { event: 'UPDATE' }, { event: 'DELETE' });
    await send(person, person.id, 'a.txt');
    await files(person).move(`${person.id}/a.txt`, `${person.id}/b.txt`);
    // The change of a row that is gone by then would not be sent.
    await subscription.waitForEvent(({ type }) => type === 'UPDATE');
    await files(clerk).remove([`${person.id}/b.txt`]);
    await subscription.waitForEvent(({ type }) => type === 'DELETE');
    expect(subscription.events.map(({ type }) => type)).toEqual(['UPDATE', 'DELETE']);
  });

  test('call each matching callback', async () => {
    const person = await createPerson(portal);
    const subscription = await subscribe(person.client, { event: '*' }, { event: 'INSERT' });
    await send(person, person.id, 'a.txt');
    await eventually(async () => subscription.events.length === 2);
  });

  test('apply to deletions too', async () => {
    const [person, other, clerk] = await Promise.all([
      createPerson(portal),
      createPerson(portal),
      createPerson(portal, { role: 'admin' }),
    ]);
    const subscription = await subscribe(clerk.client, { filter: `user_id=eq.${person.id}` });
    await send(other, other.id, 'other.txt');
    await files(clerk).remove([`${other.id}/other.txt`]);
    await send(person, person.id, 'wanted.txt');
    await subscription.waitForEvent((one) => one.new.file_name === 'wanted.txt');
    expect(subscription.events).toHaveLength(1);
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
    const [subscription, all] = await Promise.all([
      subscribe(person.client, { filter }),
      subscribe(await signInAgain(portal, person)),
    ]);
    expect(subscription.system.filter(({ status }) => status === 'error')).toEqual([]);
    for (const name of ['a.txt', 'b, c (1).txt', 'd.txt']) await send(person, person.id, name);
    await send(person, person.id, 'last.txt');
    await all.waitForEvent((one) => one.new.file_name === 'last.txt');
    const told = () => subscription.fileNames().filter((name) => name !== 'last.txt');
    await eventually(async () => told().length >= expected.length);
    expect(told()).toEqual(expected);
  });

  test.each([
    ['a table that does not exist', { table: 'nothing' }],
    ['a table that is not told of', { table: 'audit_log' }],
    ['a column that does not exist', { filter: 'nothing=eq.1' }],
    ['a value that is none of its type', { filter: 'user_id=eq.me' }],
    ['an operator that is not offered', { filter: 'file_name=like.a*' }],
  ])('report %s', async (_name, wish) => {
    const person = await createPerson(portal);
    const subscription = await subscribe(person.client, wish);
    await eventually(async () => subscription.system.some(({ status }) => status === 'error'));
    expect(subscription.system[0]?.message).toMatch(
      /^Unable to subscribe to changes with given parameters\./,
    );
  });

  test('a renamed folder sends an event for each file', async () => {
    const person = await createPerson(portal);
    await fill(person.id, 250);
    const subscription = await subscribe(person.client, { event: 'UPDATE' });
    expect((await files(person).move(`${person.id}/old`, `${person.id}/new`)).error).toBeNull();
    await eventually(async () => subscription.events.length >= 250);
    expect(new Set(subscription.events.map((one) => one.new.file_path)).size).toBe(250);
    expect(subscription.events.every((one) => one.new.parent_folder === 'new')).toBe(true);
  });

  test('1,000 renamed files need 10 notifications', async () => {
    const person = await createPerson(portal);
    await fill(person.id, 1000);
    const told = await notificationsOf(portal, async () => {
      expect((await files(person).move(`${person.id}/old`, `${person.id}/new`)).error).toBeNull();
    });
    expect(told).toHaveLength(10);
    expect(told.every((payload) => Buffer.byteLength(payload) < 8000)).toBe(true);
  });
});

/** Inserts files without bytes directly, since only their number matters. */
async function fill(owner: string, count: number): Promise<void> {
  await portal.database.query(
    `with blob as (insert into storage.blobs (id) values (gen_random_uuid()) returning id)
     insert into storage.objects (bucket_id, name, blob_id)
     select 'user-documents', $1 || '/old/' || n || '.txt', blob.id from blob, generate_series(1, $2::int) n`,
    [owner, count],
  );
}

async function notificationsOf({ database }: SharedPortal, act: () => Promise<void>): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  const payloads: string[] = [];
  client.on('notification', ({ payload = '' }) => payloads.push(payload));
  await client.connect();
  try {
    await client.query('listen nutmeg_changes');
    await act();
    // Notifications arrive in commit order, so all earlier ones have arrived before this one.
    await database.query(`select pg_notify('nutmeg_changes', 'end')`);
    await eventually(async () => payloads.includes('end'));
    return payloads.filter((payload) => payload !== 'end');
  } finally {
    await client.end();
  }
}
