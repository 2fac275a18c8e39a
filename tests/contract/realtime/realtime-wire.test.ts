/** @module-tag property */
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createPerson, visitor } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { bearerOf } from '../support/factors.ts';
import { connectPhoenix, files, TOPIC, websocketUrl } from '../support/phoenix.ts';
import { subscribe } from '../support/realtime.ts';

const portal = portalForFile();

const defaults = {
  broadcast: { ack: false, self: false },
  presence: { key: '', enabled: false },
  private: false,
};

test('limits the subscriptions per user', async () => {
  const person = await createPerson(portal);
  const access_token = await bearerOf(person.client);
  const change = (year: number) => ({
    event: '*',
    schema: 'public',
    table: 'file_uploads',
    filter: `year=eq.${year}`,
  });
  const join = (n: number) => ({
    access_token,
    config: { ...defaults, postgres_changes: Array.from({ length: 20 }, (_, i) => change(n * 20 + i)) },
  });
  const phoenix = await connectPhoenix(portal);
  const answers: unknown[] = [];
  for (let n = 0; n < 12; n++) {
    const answer = await phoenix.request('phx_join', join(n), `realtime:many ${n}`);
    answers.push(answer.payload);
  }
  const granted = answers.filter((payload) => JSON.stringify(payload).includes('"ok"'));
  expect(granted).toHaveLength(10);
  expect(answers.at(-1)).toMatchObject({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  });
  // Handing a channel over to another account does not help.
  const friend = await createPerson(portal);
  const theirs = { ...join(20), access_token: await bearerOf(friend.client) };
  await phoenix.request('phx_join', theirs, 'realtime:theirs');
  phoenix.send('access_token', { access_token }, 'realtime:theirs');
  const told = await phoenix.waitForMessage(({ event, topic, payload }) => {
    return event === 'system' && topic === 'realtime:theirs' && JSON.stringify(payload).includes('"error"');
  });
  expect(told.payload).toMatchObject({ message: 'ChannelRateLimitReached: Too many channels' });
});

test('limits the subscriptions of visitors from one network', async () => {
  const changes = Array.from({ length: 20 }, (_, i) => ({
    event: '*',
    schema: 'public',
    table: 'appointments',
    filter: `name=eq.${i}`,
  }));
  const many = { config: { ...defaults, postgres_changes: changes } };
  const [one, other] = [await connectPhoenix(portal), await connectPhoenix(portal)];
  for (let n = 0; n < 10; n++) {
    const { payload } = await one.request('phx_join', many, `realtime:visitor ${n}`);
    expect(payload).toMatchObject({ status: 'ok' });
  }
  const joinElsewhere = async () => (await other.request('phx_join', many)).payload;
  expect(await joinElsewhere()).toMatchObject({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  });
  one.socket.close();
  await eventually(async () => ((await joinElsewhere()).status === 'ok' ? true : undefined));
});

describe('the protocol', () => {
  test.each(['1.0.0', '2.0.0'] as const)('heartbeat, join, change, leave in version %s', async (vsn) => {
    const person = await createPerson(portal);
    const phoenix = await connectPhoenix(portal, vsn);
    expect(await phoenix.request('heartbeat', {}, 'phoenix')).toMatchObject({
      topic: 'phoenix',
      payload: { status: 'ok', response: {} },
    });
    const joined = await phoenix.request('phx_join', {
      access_token: await bearerOf(person.client),
      config: { ...defaults, ...files },
    });
    expect(joined).toMatchObject({
      joinRef: '2',
      payload: {
        status: 'ok',
        response: { postgres_changes: [{ ...files.postgres_changes[0], id: expect.any(Number) }] },
      },
    });
    const told = await phoenix.waitForMessage(({ event }) => event === 'system');
    expect(told.payload).toEqual({
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: 'room',
    });
    await person.client.storage.from('user-documents').upload(`${person.id}/w2.txt`, new Blob(['w2']));
    const change = await phoenix.waitForMessage(({ event }) => event === 'postgres_changes');
    expect(change).toMatchObject({
      joinRef: '2',
      ref: null,
      topic: TOPIC,
      payload: {
        ids: [expect.any(Number)],
        data: {
          schema: 'public',
          table: 'file_uploads',
          type: 'INSERT',
          errors: null,
          columns: expect.arrayContaining([
            { name: 'id', type: 'uuid' },
            { name: 'file_size', type: 'int8' },
            { name: 'uploaded_at', type: 'timestamptz' },
          ]),
          record: { file_name: 'w2.txt', file_size: 2 },
          old_record: {},
        },
      },
    });
    expect((await phoenix.request('phx_leave')).payload.status).toBe('ok');
    await phoenix.waitForMessage(({ event }) => event === 'phx_close');
    expect((await phoenix.request('phx_leave')).payload.status).toBe('ok');
    expect((await phoenix.request('anything')).payload).toEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    });
  });

  test('joining again replaces the earlier join', async () => {
    const phoenix = await connectPhoenix(portal);
    await phoenix.request('phx_join', { config: defaults });
    expect((await phoenix.request('phx_join', { config: defaults })).payload.status).toBe('ok');
    expect((await phoenix.request('phx_leave')).payload.status).toBe('ok');
  });

  test('accepts a channel without bindings and rejects a private one', async () => {
    const client = visitor(portal);
    const statuses: string[] = [];
    const channel = client.channel('room').subscribe((state) => statuses.push(state));
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED']);
    const sent = await channel.send({ type: 'broadcast', event: 'hello', payload: {} });
    expect(['ok', 'error']).toContain(sent);
    const phoenix = await connectPhoenix(portal);
    const refused = await phoenix.request('phx_join', { config: { ...defaults, private: true } });
    expect(refused.payload).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^Unauthorized/) },
    });
    await client.removeAllChannels();
  });

  test('rejects broadcast and presence, as text and binary', async () => {
    const phoenix = await connectPhoenix(portal);
    await phoenix.request('phx_join', { config: { ...defaults, presence: { key: 'me', enabled: true } } });
    const no = { status: 'error', response: { reason: 'Broadcast and presence are not offered here' } };
    expect(
      (await phoenix.request('broadcast', { type: 'broadcast', event: 'x', payload: {} })).payload,
    ).toEqual(no);
    expect((await phoenix.request('presence', { type: 'presence', event: 'track' })).payload).toEqual(no);
    const fileNames = ['1', '77', TOPIC, 'x', ''].map((text) => Buffer.from(text));
    phoenix.socket.send(
      Buffer.concat([
        Buffer.from([3, ...fileNames.map(({ length }) => length), 1]),
        ...fileNames,
        Buffer.from('{}'),
      ]),
    );
    expect((await phoenix.waitForMessage(({ ref }) => ref === '77')).payload).toEqual(no);
  });
});

describe('bindings', () => {
  test('for all tables, and for some columns', async () => {
    const person = await createPerson(portal);
    const phoenix = await connectPhoenix(portal);
    const joined = await phoenix.request('phx_join', {
      access_token: await bearerOf(person.client),
      config: {
        postgres_changes: [
          { event: '*', schema: 'public' },
          { event: 'INSERT', schema: 'public', table: 'file_uploads', select: ['file_name'] },
          { event: 'INSERT', schema: 'public', table: 'file_uploads' },
        ],
      },
    });
    const { postgres_changes } = joined.payload.response as { postgres_changes: { id: number }[] };
    const [all, some, whole] = postgres_changes.map(({ id }) => id);
    await person.client.storage.from('user-documents').upload(`${person.id}/w2.txt`, new Blob(['w2']));
    const brief = await phoenix.waitForMessage(({ payload }) =>
      (payload.ids as number[])?.includes(some ?? 0),
    );
    expect(brief.payload.ids).toEqual([some]);
    expect(brief.payload.data).toMatchObject({
      record: { id: expect.any(String), file_name: 'w2.txt' },
      columns: [
        { name: 'id', type: 'uuid' },
        { name: 'file_name', type: 'text' },
      ],
    });
    const full = await phoenix.waitForMessage(({ payload }) => (payload.ids as number[])?.includes(all ?? 0));
    expect(full.payload.ids).toEqual([all, whole]);
  });

  test('for a table with a numeric id and no owner', async () => {
    await portal.database.query(`
      create table public.posters (id bigint primary key, text text, secret text, public boolean);
      alter table public.posters enable row level security;
      grant select (id, text, public) on public.posters to anon, authenticated;
      create policy "public ones" on public.posters for select to anon, authenticated using (public);
      create trigger notify_inserted after insert on public.posters referencing new table as changed
        for each statement execute function nutmeg.notify_changes();
      create trigger notify_updated after update on public.posters referencing old table as former new table as changed
        for each statement execute function nutmeg.notify_changes();
      create trigger notify_deleted after delete on public.posters referencing old table as changed
        for each statement execute function nutmeg.notify_changes();`);
    const clerk = await createPerson(portal, { role: 'admin' });
    const [passerBy, office] = [await connectPhoenix(portal), await connectPhoenix(portal)];
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'posters' }] };
    await passerBy.request('phx_join', { config });
    await office.request('phx_join', { access_token: await bearerOf(clerk.client), config });
    const told = (phoenix: typeof office) =>
      phoenix.received
        .filter(({ event }) => event === 'postgres_changes')
        .map(({ payload }) => payload.data as Record<string, unknown>);
    await portal.database.query(
      `insert into public.posters values (1, 'come in', 'safe', true), (2, 'draft', 'safe', false)`,
    );
    // Rows are read when the event is delivered.
    await expect.poll(() => told(passerBy).length).toBe(1);
    await portal.database.query('delete from public.posters where id = 2');
    await portal.database.query(`update public.posters set text = 'closed' where id = 1`);
    await expect.poll(() => told(passerBy).length).toBe(2);
    await expect.poll(() => told(office).length).toBe(3);
    expect(told(passerBy)).toMatchObject([
      { type: 'INSERT', record: { id: 1, text: 'come in', public: true } },
      { type: 'UPDATE', record: { id: 1, text: 'closed', public: true }, old_record: { id: 1 } },
    ]);
    expect(told(office)[1]).toMatchObject({ type: 'DELETE', record: {}, old_record: { id: 2 } });
    expect(JSON.stringify([told(passerBy), told(office)])).not.toContain('safe');
  });
});

describe('upgrade', () => {
  test.each([
    ['no key', {}],
    ['a key that is none', { apikey: 'sb_publishable_other' }],
    ['an unknown protocol version', { apikey: PUBLISHABLE_KEY, vsn: '3.0.0' }],
  ])('rejects %s', async (_name, query) => {
    const socket = new WebSocket(websocketUrl(portal, query as Record<string, string>));
    const [error] = await once(socket, 'error');
    expect(String(error)).toMatch(/401|socket hang up/);
  });

  test("accepts a user's token and any origin", async () => {
    const { client } = await createPerson(portal);
    const socket = new WebSocket(websocketUrl(portal, { apikey: await bearerOf(client) }), {
      origin: 'https://elsewhere.example',
    });
    await once(socket, 'open');
    socket.terminate();
  });

  test('rejects other paths', async () => {
    const socket = new WebSocket(`${portal.url.replace(/^http/, 'ws')}/rest/v1/`);
    const [error] = await once(socket, 'error');
    expect(String(error)).toMatch(/40[14]|200|socket hang up/);
    const plain = await fetch(websocketUrl(portal, { apikey: PUBLISHABLE_KEY }).replace(/^ws/, 'http'));
    expect(plain.status).toBe(426);
  });
});

describe('limits', () => {
  test('drops clients that don’t read, without delaying others', async () => {
    const person = await createPerson(portal);
    const documents = person.client.storage.from('user-documents');
    for (const name of ['a', 'b', 'c', 'd']) {
      expect((await documents.upload(`${person.id}/${name}.txt`, new Blob(['w2']))).error).toBeNull();
    }
    const access_token = await bearerOf(person.client);
    const [asleep, awake] = [await connectPhoenix(portal), await connectPhoenix(portal)];
    for (const phoenix of [asleep, awake]) await phoenix.request('phx_join', { access_token, config: files });
    asleep.socket.pause();
    const events = () => awake.received.filter(({ event }) => event === 'postgres_changes').length;
    // Thirty megabytes are more than the network and the server buffer.
    for (let round = 1; round <= 40; round++) {
      await portal.database.query(
        `update public.file_uploads set file_type = repeat('x', 200000) where user_id = $1`,
        [person.id],
      );
      await expect.poll(events, { timeout: 20_000 }).toBe(4 * round);
    }
    asleep.socket.resume();
    expect(await asleep.closeCode()).toBe(1006);
  });

  test('closes the connection after a frame of more than 64 KB', async () => {
    const phoenix = await connectPhoenix(portal);
    phoenix.send('phx_join', { filler: 'x'.repeat(65 * 1024) });
    expect(await phoenix.closeCode()).toBe(1009);
  });

  test('allows twenty channels per connection', async () => {
    const phoenix = await connectPhoenix(portal);
    for (let i = 0; i < 20; i++) {
      expect((await phoenix.request('phx_join', { config: defaults }, `realtime:${i}`)).payload.status).toBe(
        'ok',
      );
    }
    expect((await phoenix.request('phx_join', { config: defaults }, 'realtime:20')).payload).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    });
  });

  test('limits the rate of joins', async () => {
    const phoenix = await connectPhoenix(portal);
    let last: unknown;
    for (let i = 0; i < 61; i++)
      last = (await phoenix.request('phx_join', { config: defaults })).payload.response;
    expect(last).toEqual({ reason: 'ClientJoinRateLimitReached: Too many joins per second' });
  });

  test('drops clients that send too fast', async () => {
    const phoenix = await connectPhoenix(portal);
    const joins = Array.from({ length: 500 }, () => JSON.stringify(['1', '1', TOPIC, 'phx_join', {}]));
    for (const join of joins) phoenix.socket.send(join);
    expect(await phoenix.closeCode()).toBe(1008);
  });
});

test('the server answers or closes the connection for any input', async () => {
  const person = await createPerson(portal);
  const subscription = await subscribe(person.client);
  const name = fc.oneof(
    fc.constantFrom('phoenix', TOPIC, 'realtime:', 'phx_join', 'phx_leave', 'access_token', '__proto__'),
    fc.string(),
  );
  const text = fc.oneof(
    fc.constantFrom('user_id=eq.1', 'id=in.(', 'id=in.("', 'a=eq.', '=eq.', 'file_name=in.(a,"b\\")', ',,,'),
    fc.string(),
  );
  const wish = fc.record(
    { event: fc.oneof(fc.constantFrom('*', 'INSERT'), text), schema: text, table: text, filter: text },
    { requiredKeys: [] },
  );
  const payload = fc.oneof(
    fc.record(
      {
        access_token: fc.oneof(text, fc.jsonValue()),
        config: fc.record({ postgres_changes: fc.array(fc.oneof(wish, fc.jsonValue())) }),
      },
      { requiredKeys: [] },
    ),
    wish.map((one) => ({ config: { postgres_changes: [{ ...one, table: 'file_uploads' }] } })),
    fc.jsonValue(),
  );
  const ref = fc.oneof(fc.constant(null), fc.string(), fc.jsonValue());
  const frame = fc.oneof(
    fc.tuple(ref, ref, name, name, payload).map((list) => JSON.stringify(list)),
    fc
      .tuple(ref, fc.constant('5'), fc.constant(TOPIC), fc.constant('phx_join'), payload)
      .map((list) => JSON.stringify(list)),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.string(),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 10 }), async (frames) => {
      const phoenix = await connectPhoenix(portal);
      for (const one of frames) phoenix.socket.send(one);
      // It still answers, or has closed the connection with a reason.
      const heartbeat = JSON.stringify([null, 'beat', 'phoenix', 'heartbeat', {}]);
      phoenix.socket.send(heartbeat);
      await Promise.race([phoenix.waitForMessage((message) => message.ref === 'beat'), phoenix.closeCode()]);
      phoenix.socket.terminate();
      expect(phoenix.received.filter(({ event }) => event === 'postgres_changes')).toEqual([]);
    }),
    { numRuns: inputs(150) },
  );
  expect(await portal.output()).not.toMatch(/"level":[56]0/);
  await person.client.storage.from('user-documents').upload(`${person.id}/still.txt`, new Blob(['w2']));
  await subscription.waitForEvent((one) => one.new.file_name === 'still.txt');
});
