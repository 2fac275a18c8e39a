import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, portalForFile } from '#tests/support/server/portal.ts';
import { connectPhoenix } from '../support/phoenix.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';

/** More than the connection and the kernel buffer for a client that doesn't read. */
const LARGE = 'the long story of a deduction '.repeat(1_000_000);

const portal = portalForFile('limited');
let person: Person;
beforeAll(async () => {
  person = await createPerson(portal);
  const large = new Blob([LARGE], { type: 'text/plain' });
  const { error } = await person.client.storage.from(DOCUMENTS).upload(`${person.id}/2026/large.txt`, large);
  if (error) throw error;
});

/** Sends a request and doesn't read the answer. */
async function unread(path: string, bearer?: string): Promise<IncomingMessage> {
  const asked = get(`${portal.url}${path}`, {
    agent: false,
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

test('one person can download 24 documents at a time, and gets SlowDown for one more', async () => {
  const bearer = await tokenOf(person.client);
  const path = `/storage/v1/object/${DOCUMENTS}/${person.id}/2026/large.txt`;
  const open = await Promise.all(Array.from({ length: 24 }, () => unread(path, bearer)));
  expect(new Set(open.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const refused = await fetch(`${portal.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ code: 'SlowDown' });
  for (const response of open) response.destroy();
});

test('one person can have thirty realtime connections, and not one more', async () => {
  const access_token = await tokenOf(person.client);
  const join = async () => {
    const phoenix = await connectPhoenix(portal);
    const { payload } = await phoenix.request('phx_join', { access_token, config: {} });
    return { phoenix, payload };
  };
  const open = await Promise.all(Array.from({ length: 30 }, join));
  expect(new Set(open.map(({ payload }) => payload.status))).toEqual(new Set(['ok']));
  expect((await join()).payload).toEqual({
    status: 'error',
    response: { reason: 'ConnectionRateLimitReached: Too many connected users' },
  });
  open[0]?.phoenix.socket.terminate();
  await eventually(async () => (await join()).payload.status === 'ok');
});
