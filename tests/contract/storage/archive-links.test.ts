import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import {
  eventually,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  type SharedPortal,
  sharedPortal,
} from '#tests/support/server/portal.ts';
import { ask, download, ended, lay, order, rowOf } from '../support/archives.ts';
import { bytesOf } from '../support/storage.ts';

let portal: SharedPortal;
let anna: Person;
let staff: Person;
beforeAll(async () => {
  portal = await sharedPortal();
  anna = await createPerson(portal);
  staff = await createPerson(portal, { role: 'admin' });
  await lay(portal, anna, { '2026/a.pdf': 'a', 'b.pdf': 'b' });
});

const open = (url: string) => fetch(portal.url + url);
const CLOSED = { message: 'This link has expired or was already used' };

async function expectClosed(url: string): Promise<void> {
  const response = await open(url);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual(CLOSED);
}

describe('concurrent downloads', () => {
  test('allow three per person, and the fourth link stays valid', async () => {
    const carla = await createPerson(portal);
    // The kernel takes up to 36 MB for a reader that doesn't read.
    await lay(portal, carla, { 'large.pdf': bytesOf('large', 40_000_000) });
    const stop = new AbortController();
    // The test doesn't read them, so they stay in progress. The garbage collector would cancel what nothing holds.
    const inProgress: Response[] = [];
    for (let n = 0; n < 3; n++) {
      const { url } = await order(portal, carla.client, carla.id, ['large.pdf']);
      inProgress.push(await fetch(portal.url + url, { signal: stop.signal }));
    }
    expect(inProgress.map(({ status }) => status)).toEqual([200, 200, 200]);
    const fourth = await order(portal, carla.client, carla.id, ['large.pdf']);
    const refused = await Promise.all([open(fourth.url), open(fourth.url)]);
    for (const { status, headers } of refused) {
      expect([status, headers.get('retry-after')]).toEqual([429, '10']);
    }
    // Other people have their own limit.
    await download(portal, anna.client, anna.id, ['b.pdf']);
    expect(inProgress.every(({ bodyUsed }) => !bodyUsed)).toBe(true);
    stop.abort();
    const late = await eventually(async () => {
      const response = await open(fourth.url);
      await (response.status === 200 ? response.arrayBuffer() : response.body?.cancel());
      return response.status === 200 && response;
    });
    expect(late.headers.get('content-type')).toBe('application/zip');
  });
});

describe('requesting an archive', () => {
  test('requires a signed-in user', async () => {
    const body = JSON.stringify({ owner_id: anna.id, paths: ['2026'] });
    for (const bearer of [undefined, PUBLISHABLE_KEY, SECRET_KEY, 'not-a-token']) {
      const headers = {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        'content-type': 'application/json',
      };
      const response = await fetch(`${portal.url}/functions/v1/archive`, { method: 'POST', headers, body });
      expect(response.status).toBe(401);
    }
  });

  test('finds no files of other clients, except for staff', async () => {
    const ben = await createPerson(portal);
    const nothing = { status: 404, body: { message: 'Nothing of this is there' } };
    expect(await ask(portal, ben.client, { owner_id: anna.id, paths: ['2026', 'b.pdf'] })).toEqual(nothing);
    await lay(portal, ben, { 'own.pdf': 'own' });
    const paths = ['own.pdf', `../${anna.id}/b.pdf`, `${anna.id}/b.pdf`, '2026'];
    const mixed = await download(portal, ben.client, ben.id, paths);
    expect([...mixed.entries.keys()]).toEqual(['own.pdf', 'not-included.txt']);
    expect(mixed.ordered.bytes).toBe(3);
    const { entries } = await download(portal, staff.client, anna.id, ['2026', 'b.pdf']);
    expect([...entries.keys()].sort()).toEqual(['2026/a.pdf', 'b.pdf']);
  });

  test.each([
    [{}, 'owner_id must be a UUID'],
    [{ owner_id: 'me', paths: ['a'] }, 'owner_id must be a UUID'],
    [{ owner_id: randomUUID() }, 'paths is missing'],
    [{ owner_id: randomUUID(), paths: [] }, 'paths is empty'],
    [{ owner_id: randomUUID(), paths: [7] }, 'paths must be texts'],
  ])('refuses %j: %s', async (body, message) => {
    expect(await ask(portal, anna.client, body)).toEqual({ status: 400, body: { message } });
  });

  test.each([['..'], ['/'], ['a\0'], ['\ud800'], ['a'.repeat(2000)]])(
    'for %j finds nothing',
    async (path) => {
      expect(await ask(portal, anna.client, { owner_id: anna.id, paths: [path] })).toMatchObject({
        status: 404,
      });
    },
  );
});

describe('an archive link', () => {
  test('opens once', async () => {
    const { url } = await order(portal, anna.client, anna.id, ['2026']);
    const first = await open(url);
    expect(first.status).toBe(200);
    await first.arrayBuffer();
    await expectClosed(url);
  });

  test('opens once for concurrent requests', async () => {
    const { url } = await order(portal, anna.client, anna.id, ['2026']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(url)));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('expires, and can’t be forged', async () => {
    const { id, url } = await order(portal, anna.client, anna.id, ['2026']);
    await portal.database.query(`update public.archives set expires_at = now() where id = $1`, [id]);
    await expectClosed(url);
    await expectClosed('/functions/v1/archive');
    await expectClosed(`/functions/v1/archive?token=${id}`);
    await expectClosed(`/functions/v1/archive?token=${randomBytes(32).toString('base64url')}`);
  });

  test('stops working when its session ends', async () => {
    const { client, id } = await createPerson(portal);
    await lay(portal, { id }, { 'a.pdf': 'a' });
    const { url } = await order(portal, client, id, ['a.pdf']);
    await client.auth.signOut();
    const response = await open(url);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ code: 401, message: 'Invalid JWT' });
    await expectClosed(url);
  });

  test('of a demoted admin gives a client’s access', async () => {
    const clerk = await createPerson(portal, { role: 'admin' });
    const { url } = await order(portal, clerk.client, anna.id, ['2026']);
    await portal.database.query('select public.change_role($1, $2, null)', [clerk.id, 'client']);
    const zip = Buffer.from(await (await open(url)).arrayBuffer());
    expect(zip.includes('not-included.txt')).toBe(true);
    expect(zip.includes('2026/a.pdf\x00')).toBe(false);
  });
});

describe('an archive in progress', () => {
  /** More than all buffers between server and client. */
  const LARGE = 24 * 1024 * 1024;
  let owner: Person;
  beforeAll(async () => {
    owner = await createPerson(portal);
    await lay(portal, owner, { 'x/a.pdf': bytesOf('a', LARGE), 'x/b.pdf': bytesOf('b', LARGE) });
  });

  /** Starts a download and stops reading. */
  async function begin() {
    const ordered = await order(portal, owner.client, owner.id, ['x']);
    const sent = request(portal.url + ordered.url);
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end();
    });
    response.once('data', () => response.pause());
    await eventually(async () => (await rowOf(owner.client, ordered.id))?.done_bytes);
    return { ordered, response };
  }

  test('reports its progress', async () => {
    const { ordered, response } = await begin();
    expect(await rowOf(owner.client, ordered.id)).toMatchObject({
      state: 'streaming',
      name: 'folder.zip',
      total_files: 2,
      total_bytes: 2 * LARGE,
    });
    response.resume();
    expect(await ended(owner.client, ordered.id)).toMatchObject({
      state: 'done',
      done_files: 2,
      done_bytes: 2 * LARGE,
    });
  });

  test('can be canceled by its owner, which aborts the download and leaves an invalid zip', async () => {
    const { ordered, response } = await begin();
    const { error: strange } = await staff.client.rpc('cancel_archive', { id: ordered.id });
    expect(strange).toMatchObject({ code: 'P0002' });
    const { error } = await owner.client.rpc('cancel_archive', { id: ordered.id });
    expect(error).toBeNull();
    expect((await ended(owner.client, ordered.id)).state).toBe('cancelled');
    // Reads slowly until the server aborts.
    await expect(async () => {
      for await (const _chunk of response) await new Promise((resolve) => setTimeout(resolve, 5));
    }).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('can be canceled before it starts', async () => {
    const { id, url } = await order(portal, owner.client, owner.id, ['x']);
    expect((await owner.client.rpc('cancel_archive', { id })).error).toBeNull();
    expect((await rowOf(owner.client, id))?.state).toBe('cancelled');
    await expectClosed(url);
  });

  test('ends when the client disconnects', async () => {
    const { ordered, response } = await begin();
    response.destroy();
    const row = await ended(owner.client, ordered.id);
    expect(row.state).toBe('cancelled');
    expect(row.done_files).toBeLessThan(2);
  });

  test('ends with the next portion when its session ends', async () => {
    const { client, id } = await createPerson(portal);
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`x/${n}.pdf`, bytesOf(`${n}`, 400_000)]),
    );
    await lay(portal, { id }, many);
    const ordered = await order(portal, client, id, ['x']);
    const response = await fetch(portal.url + ordered.url);
    await client.auth.signOut();
    await expect(response.arrayBuffer()).rejects.toThrow();
    const [row] = await portal.database.query<{ state: string }>(
      'select state from public.archives where id = $1',
      [ordered.id],
    );
    expect(row?.state).toBe('failed');
  });

  test('is visible to its owner only', async () => {
    const { id } = await order(portal, owner.client, owner.id, ['x']);
    expect(await rowOf(anna.client, id)).toBeUndefined();
    expect(await rowOf(staff.client, id)).toBeUndefined();
  });
});

test('limits the archives of one person', async () => {
  const limited = await sharedPortal('limited');
  const carl = await createPerson(limited);
  await lay(limited, carl, { 'a.pdf': 'a' });
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) {
    statuses.push((await ask(limited, carl.client, { owner_id: carl.id, paths: ['a.pdf'] })).status);
  }
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
  expect(statuses[60]).toBe(429);
});
