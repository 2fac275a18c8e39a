import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import {
  eventually,
  PUBLISHABLE_KEY,
  portalForFile,
  SECRET_KEY,
  type SharedPortal,
  sharedPortal,
} from '#tests/support/server/portal.ts';
import { ask, download, lay, order, readZip } from '../support/archives.ts';
import { bytesOf, DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let anna: Person;
let staff: Person;
beforeAll(async () => {
  anna = await createPerson(portal);
  staff = await createPerson(portal, { role: 'admin' });
  await lay(portal, anna, { '2026/a.pdf': 'a', 'b.pdf': 'b' });
});

const open = (url: string) => fetch(portal.url + url);
const NOTHING = { message: 'Nothing of this is there' };

async function expectClosed(url: string): Promise<void> {
  const response = await open(url);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ message: 'This link has expired' });
}

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
    const nothing = { status: 404, body: NOTHING };
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
    [{ owner_id: randomUUID(), paths: Array(300).fill('x'.repeat(1001)) }, 'paths are too long'],
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
  test('opens again while it lasts, with what is there then', async () => {
    const { client, id } = await createPerson(portal);
    await lay(portal, { id }, { 'x/a.pdf': 'a' });
    const { url } = await order(portal, client, id, ['x']);
    const names = async () => [...(await readZip(Buffer.from(await (await open(url)).arrayBuffer()))).keys()];
    expect(await names()).toEqual(['x/a.pdf']);
    await lay(portal, { id }, { 'x/b.pdf': 'b' });
    expect(await names()).toEqual(['x/a.pdf', 'x/b.pdf']);
    await client.storage.from(DOCUMENTS).move(`${id}/x`, `${id}/y`);
    const gone = await open(url);
    expect([gone.status, await gone.json()]).toEqual([404, NOTHING]);
  });

  test('can’t be forged, and opens nothing but its own files', async () => {
    const [one, two] = [
      await order(portal, anna.client, anna.id, ['2026']),
      await order(portal, anna.client, anna.id, ['b.pdf']),
    ];
    const tokenIn = (url = '') => new URL(url, portal.url).searchParams.get('token') ?? '';
    const token = tokenIn(one.url);
    const [header, claims] = token.split('.');
    const file = await anna.client.storage.from(DOCUMENTS).createSignedUrl(`${anna.id}/b.pdf`, 60);
    const at = (id: string, text: string) => `/functions/v1/archive?id=${id}&token=${text}`;
    await expectClosed('/functions/v1/archive');
    await expectClosed(at(one.id, ''));
    await expectClosed(at(two.id, token));
    await expectClosed(at(one.id, `${header}.${claims}.${randomBytes(32).toString('base64url')}`));
    await expectClosed(at(`${DOCUMENTS}/${anna.id}/b.pdf`, tokenIn(file.data?.signedUrl)));
  });

  test('ends with the row that it names', async () => {
    const { id, url } = await order(portal, anna.client, anna.id, ['2026']);
    await portal.database.query('delete from nutmeg.archive_links where id = $1', [id]);
    await expectClosed(url);
  });

  test('stops working when its session ends', async () => {
    const { client, id } = await createPerson(portal);
    await lay(portal, { id }, { 'a.pdf': 'a' });
    const { url } = await order(portal, client, id, ['a.pdf']);
    await client.auth.signOut();
    const response = await open(url);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ code: 401, message: 'Invalid JWT' });
  });

  test('of a demoted admin gives a client’s access', async () => {
    const clerk = await createPerson(portal, { role: 'admin' });
    const { url } = await order(portal, clerk.client, anna.id, ['2026']);
    await portal.database.query('select public.change_role($1, $2, null)', [clerk.id, 'client']);
    const response = await open(url);
    expect([response.status, await response.json()]).toEqual([404, NOTHING]);
  });
});

test('an archive is cut off with the next portion when its session ends', async () => {
  const { client, id } = await createPerson(portal);
  // A portion has fifty files. The kernel takes up to 36 MB for a reader that doesn't read.
  const many = Object.fromEntries(
    Array.from({ length: 51 }, (_, n) => [`x/${n}.pdf`, bytesOf(`${n}`, n < 2 ? 20_000_000 : 10)]),
  );
  await lay(portal, { id }, many);
  const { url } = await order(portal, client, id, ['x']);
  const response = await open(url);
  await client.auth.signOut();
  await expect(response.arrayBuffer().then(({ byteLength }) => byteLength)).rejects.toThrow();
});

describe('limits', () => {
  let limited: SharedPortal;
  beforeAll(async () => {
    limited = await sharedPortal('limited');
  });

  test('three archives of a person at a time; the link of a fourth stays valid', async () => {
    const carla = await createPerson(limited);
    // The kernel takes up to 36 MB for a reader that doesn't read.
    await lay(limited, carla, { 'large.pdf': bytesOf('large', 40_000_000) });
    const body = { owner_id: carla.id, paths: ['large.pdf'] };
    const { url } = await order(limited, carla.client, carla.id, body.paths);
    const start = (signal?: AbortSignal) => fetch(limited.url + url, signal ? { signal } : {});
    const stop = new AbortController();
    // The test doesn't read them, so they stay in progress. The garbage collector would cancel what nothing holds.
    const inProgress: Response[] = [];
    for (let n = 0; n < 3; n++) inProgress.push(await start(stop.signal));
    expect(inProgress.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await start();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await ask(limited, carla.client, body)).status).toBe(429);
    // Other people have their own limit.
    const dora = await createPerson(limited);
    await lay(limited, dora, { 'a.pdf': 'a' });
    await download(limited, dora.client, dora.id, ['a.pdf']);
    expect(inProgress.every(({ bodyUsed }) => !bodyUsed)).toBe(true);
    stop.abort();
    await eventually(async () => {
      const response = await start();
      await (response.status === 200 ? response.arrayBuffer() : response.body?.cancel());
      return response.status === 200;
    });
  });

  test('sixty orders of a person in ten minutes', async () => {
    const carl = await createPerson(limited);
    await lay(limited, carl, { 'a.pdf': 'a' });
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) {
      statuses.push((await ask(limited, carl.client, { owner_id: carl.id, paths: ['a.pdf'] })).status);
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses[60]).toBe(429);
  });
});
