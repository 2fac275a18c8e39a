import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import {
  bytesOf,
  DOCUMENTS,
  duplicate,
  refusal,
  service,
  storageError,
  storageFetch,
  tokenOf,
} from '../support/storage.ts';
import { begun, create, patch, refusedWith, tus } from '../support/tus.ts';

/** `limits.bytesPerClient` of the demo office. */
const MOST = 20_000_000_000;
/** The bytes that each document counts in addition to its size. */
const ROWS = 4096;
const SENTENCE =
  'There is no room left in your folder for this file. Please call the office, and we will make some.';
const full = storageError('413', 'QuotaExceeded', SENTENCE);
const fullAtOnce = refusedWith(413, 'QuotaExceeded', SENTENCE);

const portal = portalForFile();
let client: Person;
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(portal, { role: 'admin' });
});
beforeEach(async () => {
  client = await createPerson(portal);
});

/** Leaves only this much of the quota. */
async function leaveRoom(bytes: number): Promise<void> {
  await portal.database.query(
    `insert into nutmeg.storage_use (owner_id, bytes) values ($1, $2)
     on conflict (owner_id) do update set bytes = excluded.bytes`,
    [client.id, MOST - bytes],
  );
}

async function roomLeft(): Promise<number> {
  const [row] = await portal.database.query<{ left: string }>(
    'select $2::bigint - bytes as left from nutmeg.storage_use where owner_id = $1',
    [client.id, MOST],
  );
  return Number(row?.left);
}

const blobs = async () =>
  (await portal.database.query<{ id: string }>('select id from storage.blobs order by id')).map(
    ({ id }) => id,
  );

const text = (name: string, length: number) =>
  new Blob(
    [
      bytesOf(name, Math.ceil(length / 2))
        .toString('hex')
        .slice(0, length),
    ],
    { type: 'text/plain' },
  );
const files = (person = client) => person.client.storage.from(DOCUMENTS);
const put = (name: string, length: number, person = client) =>
  files(person).upload(`${client.id}/${name}`, text(name, length));

describe('a client’s quota', () => {
  test('is exact to the byte, and a refused upload leaves nothing', async () => {
    await leaveRoom(ROWS + 1000);
    const before = await blobs();
    expect(refusal(await put('big.txt', 1001))).toEqual(full);
    expect(await blobs()).toEqual(before);
    expect((await put('fits.txt', 1000)).error).toBeNull();
    expect(await roomLeft()).toBe(0);
    expect(refusal(await put('empty.txt', 0))).toEqual(full);
  });

  test('holds with and without Content-Length, and counts metadata', async () => {
    await leaveRoom(ROWS + 1000);
    const headers = { 'content-type': 'text/plain' };
    const at = `object/${DOCUMENTS}/${client.id}/streamed.txt`;
    const bearer = await tokenOf(client.client);
    const announced = await storageFetch(portal, at, {
      method: 'POST',
      bearer,
      headers,
      body: 'x'.repeat(5096),
    });
    expect(await announced.json()).toMatchObject({ code: 'QuotaExceeded' });
    const stream = new Blob(['x'.repeat(5096)]).stream();
    const silent = await storageFetch(portal, at, {
      method: 'POST',
      bearer,
      headers,
      body: stream,
      // Node's fetch requires it for a stream.
      ...{ duplex: 'half' },
    });
    expect(await silent.json()).toMatchObject({ code: 'QuotaExceeded' });
    const told = await files().upload(`${client.id}/told.txt`, text('told', 900), {
      metadata: { note: 'x'.repeat(200) },
    });
    expect(refusal(told)).toEqual(full);
    expect(await roomLeft()).toBe(ROWS + 1000);
  });

  test('also holds for copies and signed links', async () => {
    await put('first.txt', 1000);
    await leaveRoom(3 * ROWS + 500);
    expect((await files().copy(`${client.id}/first.txt`, `${client.id}/second.txt`)).error).toBeNull();
    await leaveRoom(ROWS + 999);
    expect(refusal(await files().copy(`${client.id}/first.txt`, `${client.id}/third.txt`))).toEqual(full);
    const { data: link } = await files().createSignedUploadUrl(`${client.id}/linked.txt`);
    const linked = await files().uploadToSignedUrl(link?.path ?? '', link?.token ?? '', text('linked', 1000));
    expect(refusal(linked)).toEqual(full);
    // Renaming costs nothing.
    await leaveRoom(0);
    expect((await files().move(`${client.id}/first.txt`, `${client.id}/2026/first.txt`)).error).toBeNull();
  });

  test('counts the received bytes of resumable uploads', async () => {
    await leaveRoom(ROWS + 20_000);
    const bearer = await tokenOf(client.client);
    const upload = { bucket: DOCUMENTS, bearer, more: { contentType: 'text/plain' } };
    const key = (name: string) => `${client.id}/${name}`;
    expect(await create(portal, { ...upload, key: key('big.txt'), length: 20_001 })).toMatchObject(
      fullAtOnce,
    );
    // The length is still unknown.
    const at = await begun(portal, { ...upload, key: key('long.txt') });
    const bytes = Buffer.from('x'.repeat(10_000));
    expect((await patch(portal, at, 0, bytes, { bearer })).status).toBe(204);
    expect(await roomLeft()).toBeLessThan(10_000);
    const before = await blobs();
    expect(await patch(portal, at, 10_000, bytes, { bearer })).toMatchObject(fullAtOnce);
    expect(await blobs()).toEqual(before);
    expect(await put('beside.txt', 9_000)).toMatchObject({ error: full });
    // A deleted upload frees its space immediately, also on the disk.
    expect((await tus(portal, { method: 'DELETE', at, bearer })).status).toBe(204);
    expect(await roomLeft()).toBe(ROWS + 20_000);
    expect(await blobs()).toHaveLength(before.length - 2);
    expect((await put('beside.txt', 9_000)).error).toBeNull();
  });

  test('counts a finished resumable upload once', async () => {
    await leaveRoom(3 * ROWS + 20_000);
    const bearer = await tokenOf(client.client);
    const at = await begun(portal, {
      bucket: DOCUMENTS,
      key: `${client.id}/whole.txt`,
      length: 20_000,
      bearer,
      more: { contentType: 'text/plain' },
    });
    const half = Buffer.from('x'.repeat(10_000));
    expect((await patch(portal, at, 0, half, { bearer })).status).toBe(204);
    expect((await patch(portal, at, 10_000, half, { bearer })).status).toBe(204);
    expect(await roomLeft()).toBe(2 * ROWS);
  });

  test('accepts only the concurrent uploads that fit', async () => {
    await leaveRoom(3 * (ROWS + 1000) + 500);
    const before = await blobs();
    const sent = await Promise.all(Array.from({ length: 12 }, (_, i) => put(`at-once-${i}.txt`, 1000)));
    const refused = sent.filter(({ error }) => error !== null);
    for (const { error } of refused) expect(error).toEqual(full);
    expect(await blobs()).toHaveLength(before.length + sent.length - refused.length);
    expect(await roomLeft()).toBe(3 * (ROWS + 1000) + 500 - (sent.length - refused.length) * (ROWS + 1000));
    expect(await roomLeft()).toBeGreaterThanOrEqual(0);
    // Sequential uploads succeed while there is room.
    for (let i = 0; (await roomLeft()) >= ROWS + 1000; i++) {
      expect((await put(`later-${i}.txt`, 1000)).error).toBeNull();
    }
    expect(refusal(await put('last.txt', 1000))).toEqual(full);
  });

  test('makes the second of two uploads wait for the first, and refuses it if that took the room', async () => {
    await leaveRoom(ROWS + 1500);
    const first = new pg.Client({ connectionString: portal.database.url });
    await first.connect();
    try {
      const { rows } = await first.query<{ pid: number }>('select pg_backend_pid() as pid');
      await first.query('begin');
      await first.query(
        `with blob as (insert into storage.blobs (id) values (gen_random_uuid()) returning id)
         insert into storage.objects (bucket_id, name, metadata, blob_id)
         select $1, $2, '{"size": 1000}', id from blob`,
        [DOCUMENTS, `${client.id}/first.txt`],
      );
      const second = put('second.txt', 1000);
      const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
      await eventually(async () => (await portal.database.query(waiting, [rows[0]?.pid])).length > 0);
      await first.query('commit');
      expect(refusal(await second)).toEqual(full);
    } finally {
      await first.end();
    }
    expect(await roomLeft()).toBe(500);
  });

  test('does not limit staff, and counts documents in the trash', async () => {
    await leaveRoom(0);
    expect((await put('from the office.txt', 1000, admin)).error).toBeNull();
    expect(await roomLeft()).toBe(-ROWS - 1000);
    const program = service(portal).storage.from(DOCUMENTS);
    expect((await program.upload(`${client.id}/by a program.txt`, text('p', 10))).error).toBeNull();
    await files(admin).remove([`${client.id}/from the office.txt`, `${client.id}/by a program.txt`]);
    expect(await roomLeft()).toBe(-2 * ROWS - 1010);
    expect(refusal(await put('mine.txt', 1))).toEqual(full);
    await portal.database.query('delete from public.trashed_documents where owner_id = $1', [client.id]);
    expect(await roomLeft()).toBe(0);
  });
});

describe('the access record of a client', () => {
  const tooMuch = storageError(
    '429',
    'TooManyRequests',
    'You’ve reached the limit for this hour. Please try again later.',
  );
  const lines = async () =>
    (
      await portal.database.query<{ lines: number }>(
        'select lines from nutmeg.record_pace where actor_id = $1',
        [client.id],
      )
    )[0]?.lines;

  test('is limited to a number of lines in an hour, except for staff', async () => {
    const at = (name: string) => `${client.id}/${name}`;
    await put('a.txt', 10);
    expect((await files().move(at('a.txt'), at('b.txt'))).error).toBeNull();
    expect((await files().download(at('b.txt'))).error).toBeNull();
    expect(await lines()).toBe(3);
    await portal.database.query('update nutmeg.record_pace set lines = 50001 where actor_id = $1', [
      client.id,
    ]);
    expect((await files().move(at('b.txt'), at('c.txt'))).error).toEqual(tooMuch);
    expect(refusal(await files().upload(at('d.txt'), text('d', 10)))).toEqual(tooMuch);
    expect(refusal(await files().copy(at('b.txt'), at('d.txt')))).toEqual(tooMuch);
    const read = await storageFetch(portal, `object/${DOCUMENTS}/${at('b.txt')}`, {
      bearer: await tokenOf(client.client),
    });
    expect(await read.json()).toMatchObject({ code: 'TooManyRequests' });
    expect(await lines()).toBe(50_001);
    expect((await files(admin).download(at('b.txt'))).error).toBeNull();
    expect((await files(admin).move(at('b.txt'), at('c.txt'))).error).toBeNull();
    await portal.database.query(
      `update nutmeg.record_pace set since = since - interval '61 minutes' where actor_id = $1`,
      [client.id],
    );
    expect((await files().move(at('c.txt'), at('d.txt'))).error).toBeNull();
    expect(await lines()).toBe(1);
  });
});

describe('a refusal after the bytes arrived', () => {
  test('leaves no bytes for a form that breaks after its file, and for a name taken in between', async () => {
    const before = await blobs();
    const bearer = await tokenOf(client.client);
    const form = (more: string) =>
      [
        '--b',
        'content-disposition: form-data; name=""; filename="a.txt"',
        'content-type: text/plain',
        '',
        'abc',
        more,
      ].join('\r\n');
    const broken = await storageFetch(portal, `object/${DOCUMENTS}/${client.id}/a.txt`, {
      method: 'POST',
      bearer,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: form(
        ['--b', 'content-disposition: form-data; name="metadata"', '', 'no json', '--b--', ''].join('\r\n'),
      ),
    });
    expect(await broken.json()).toMatchObject({ code: 'InvalidRequest' });
    expect(await blobs()).toEqual(before);
    const sent = await Promise.all(Array.from({ length: 6 }, () => put('same.txt', 1000)));
    const refused = sent.filter(({ error }) => error !== null);
    expect(refused).toHaveLength(5);
    for (const { error } of refused) expect(error).toEqual(duplicate);
    expect(await blobs()).toHaveLength(before.length + 1);
  });
});
