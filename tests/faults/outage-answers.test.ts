/** @module-tag faults-kills */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLISHABLE_KEY, SECRET_KEY, startPortal, type TestPortal } from '../support/server/portal.ts';
import { databaseForFile, overTcp } from '../support/test-database.ts';

const database = databaseForFile();
let portal: TestPortal;
let line: Awaited<ReturnType<typeof openLine>>;

/** The connection to the database, which can be cut and restored. */
async function openLine(target: URL) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((inner) => {
    if (isCut) return void inner.destroy();
    const outer = connect(Number(target.port), target.hostname);
    inner.pipe(outer).pipe(inner);
    for (const socket of [inner, outer]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}

beforeAll(async () => {
  line = await openLine(overTcp(database.url));
  portal = await startPortal({
    ownProcess: true,
    database,
    env: { DATABASE_URL: line.url, RATE_LIMITS: 'on' },
  });
});
afterAll(async () => {
  line?.mend();
  await portal?.close();
  line?.close();
});

const service = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' };
const visitor = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };

const calls: [string, string, RequestInit, number][] = [
  [
    'auth',
    '/auth/v1/token?grant_type=password',
    {
      method: 'POST',
      headers: visitor,
      body: JSON.stringify({ email: 'a@example.com', password: 'wrong-one' }),
    },
    400,
  ],
  ['rest', '/rest/v1/user_profiles?select=id', { headers: service }, 200],
  [
    'storage',
    '/storage/v1/object/list/user-documents',
    { method: 'POST', headers: service, body: JSON.stringify({ prefix: '' }) },
    200,
  ],
  ['functions', '/functions/v1/calendar', { headers: visitor }, 200],
  ['readiness', '/readyz', {}, 200],
];

test.each(calls)('%s reports an outage, and recovers automatically', async (_name, path, init, normally) => {
  const ask = () => fetch(`${portal.url}${path}`, init);
  await expect.poll(async () => (await ask()).status).toBe(normally);
  line.cut();
  const answer = await ask();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(body.msg ?? body.message ?? body.status).toMatch(/\w+ \w+/);
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  line.mend();
  await expect.poll(async () => (await ask()).status).toBe(normally);
});
