import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { readWhole } from './body.ts';
import { guardConnections, HEADER_TIMES } from './connections.ts';
import { createQuota } from './quota.ts';

const STALL_MS = 150;
/** Long enough for twenty bytes or a few hundred connections, even on a busy machine. */
const LONGER_STALL_MS = 2_000;
let app: FastifyInstance;
afterEach(() => app?.close());

/** A guarded server whose route `/` runs the test's handler. */
async function start(
  handler: RouteHandlerMethod,
  stallMs = STALL_MS,
  headersTimeout = stallMs,
): Promise<() => Promise<Socket>> {
  app = Fastify({ forceCloseConnections: true, http: { ...HEADER_TIMES, headersTimeout } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  guardConnections(app, { countNetworks: true, stallMs });
  app.all('/', handler);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
}

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const post = (length: number) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;
/** Unlike `once`, does not reject when the server resets the connection. */
const closeOf = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));
const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0]).split('\r\n', 1)[0];

describe('a connection is closed', () => {
  test('when its headers do not end', async () => {
    const dial = await start(() => 'hello', LONGER_STALL_MS, STALL_MS);
    const socket = await dial();
    const closed = closeOf(socket);
    socket.write('GET / HTTP/1.1\r\n');
    const drip = setInterval(() => socket.write('x-and: so on\r\n'), STALL_MS / 3);
    expect(await answerOf(socket)).toBe('HTTP/1.1 408 Request Timeout');
    await closed;
    clearInterval(drip);
  });

  test('when it sends nothing', async () => {
    const dial = await start(() => 'hello');
    const socket = await dial();
    socket.resume();
    await closeOf(socket);
  });

  test('when a body stops in the middle', async () => {
    const dial = await start(async ({ raw }) => (await raw.toArray()).length);
    const socket = await dial();
    socket.resume().write(`${post(10)}12345`);
    await closeOf(socket);
  });

  test('when a body comes in tiny chunks', async () => {
    const dial = await start(async ({ raw }) => {
      const permit = createQuota({ total: 1e6, network: 1e6 }).take({ network: '' }, 0);
      if (!permit) throw new Error('no room');
      return readWhole(raw, { most: 1e6, permit, pace: { graceMs: 60_000, bytesPerSecond: 1 } });
    });
    const socket = await dial();
    const closed = closeOf(socket);
    socket.resume().write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
    const crumbs = setInterval(() => socket.write('1\r\nx\r\n'.repeat(1_000)), STALL_MS / 10);
    await closed;
    clearInterval(crumbs);
  });

  test('when a response is not read', async () => {
    const dial = await start(() => Buffer.alloc(64 * 1024 * 1024));
    const socket = await dial();
    const closed = once(app.server, 'timeout');
    socket.pause().write(GET);
    await closed;
    const read = (await socket.toArray().catch(() => [])) as Buffer[];
    expect(Buffer.concat(read).length).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('a connection stays open', () => {
  test('while the server works on a slow request', { timeout: 20_000 }, async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const dial = await start(() => promise, 1_000);
    const socket = await dial();
    socket.write(GET);
    for (let stalls = 0; stalls < 3; stalls++) await once(app.server, 'timeout');
    resolve('at last');
    expect(await answerOf(socket)).toBe('HTTP/1.1 200 OK');
  });

  test('while a body comes byte by byte', { timeout: 20_000 }, async () => {
    const dial = await start(async ({ raw }) => {
      const permit = createQuota({ total: 100, network: 100 }).take({ network: '' }, 0);
      if (!permit) throw new Error('no room');
      return readWhole(raw, { most: 40, permit, pace: { graceMs: 60_000, bytesPerSecond: 1 } });
    }, LONGER_STALL_MS);
    const socket = await dial();
    socket.write(post(40));
    for (let sent = 0; sent < 40; sent++) {
      socket.write('x');
      await new Promise((resolve) => setTimeout(resolve, LONGER_STALL_MS / 20));
    }
    expect(await answerOf(socket)).toBe('HTTP/1.1 200 OK');
  });
});

test('one network can have 256 connections, and reuses those that it closed', async () => {
  const dial = await start(() => 'hello', LONGER_STALL_MS);
  const sockets = await Promise.all(Array.from({ length: 256 }, dial));
  for (const socket of sockets) socket.write(GET);
  await Promise.all(sockets.map(answerOf));
  const oneMore = await dial();
  await closeOf(oneMore.resume());
  sockets[0]?.destroy();
  await expect
    .poll(async () => {
      const next = await dial();
      next.write(GET);
      return Promise.race([answerOf(next), closeOf(next).then(() => 'closed')]);
    })
    .toBe('HTTP/1.1 200 OK');
  for (const socket of sockets) socket.destroy();
});
