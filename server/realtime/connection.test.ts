import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { Caller, Database } from '#server/database/database.ts';
import { createQuota } from '#server/http/load/quota.ts';
import { serveConnection, startHeartbeat } from './connection.ts';
import type { Hub } from './hub.ts';
import { createRateLimit, PING_MS } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection that answers pings unless it is gone. */
function connection({ hasChannel = true, isThere = true } = {}) {
  const socket = Object.assign(new EventEmitter(), {
    close: vi.fn(),
    terminate: vi.fn(),
    ping: vi.fn(() => isThere && socket.emit('pong')),
  });
  startHeartbeat(socket as unknown as WebSocket, () => hasChannel);
  return socket;
}

test('keeps a connection with a channel and heartbeats open', () => {
  const socket = connection();
  for (let i = 0; i < 1000; i++) {
    if (i % 4 === 0) socket.emit('message');
    vi.advanceTimersByTime(PING_MS);
  }
  expect(socket.close).not.toHaveBeenCalled();
  expect(socket.terminate).not.toHaveBeenCalled();
});

test('closes a connection without a channel after a minute', () => {
  const socket = connection({ hasChannel: false });
  vi.advanceTimersByTime(PING_MS);
  socket.emit('message');
  expect(socket.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(PING_MS);
  expect(socket.close).toHaveBeenCalledWith(1008);
});

test('closes a connection that only answers pings after three minutes', () => {
  const socket = connection();
  vi.advanceTimersByTime(5 * PING_MS);
  expect(socket.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(PING_MS);
  expect(socket.close).toHaveBeenCalledWith(1008);
});

test('terminates a connection that does not answer pings', () => {
  const socket = connection({ isThere: false });
  vi.advanceTimersByTime(2 * PING_MS);
  expect(socket.terminate).toHaveBeenCalled();
});

/** A connection from the network, and what it has sent. */
function serve(network: string, options: Partial<Parameters<typeof serveConnection>[0]>) {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: vi.fn<(text: string) => void>(),
    close: vi.fn(),
    ping: vi.fn(),
    terminate: vi.fn(),
  });
  const unread = { take: () => ({ release: () => {} }) };
  serveConnection({
    ...({ socket, unread } as unknown as Parameters<typeof serveConnection>[0]),
    version: '2.0.0',
    from: { network, site: network },
    ...options,
  });
  return {
    receive: (...frame: unknown[]) => socket.emit('message', Buffer.from(JSON.stringify(frame)), false),
    sent: () => socket.send.mock.calls.map(([text]) => JSON.parse(text)),
  };
}

/** Why a connection from the network refuses a join that can not be read. */
async function refusal(network: string, mayJoin: (network: string) => boolean): Promise<string> {
  const { receive, sent } = serve(network, { mayJoin });
  receive('1', '1', 'realtime:a', 'phx_join', '?');
  return vi.waitFor(() => sent()[0][4].response.reason);
}

test('connections from one network share the limit of its joins', async () => {
  const mayJoin = createRateLimit({ max: 1, windowMs: 60_000 });
  expect(await refusal('a', mayJoin)).toBe('The join can not be read');
  expect(await refusal('a', mayJoin)).toMatch('ClientJoinRateLimitReached');
  expect(await refusal('b', mayJoin)).toBe('The join can not be read');
});

test('a channel that ends while its new token is checked gets no changes anymore', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const callerByToken = vi.fn(async (token: string): Promise<Caller> => {
    if (token === 'new') await promise;
    return { role: 'authenticated', claims: { role: 'authenticated', sub: 'maria' } };
  });
  const add = vi.fn<Hub['add']>();
  const hub = { add, remove() {}, subscriptionCount: () => 0 } as unknown as Hub;
  const database = { runAs: async () => ({ rows: [] }) } as unknown as Database;
  const users = createQuota({ total: 1, network: 1 });
  const { receive, sent } = serve('a', { mayJoin: () => true, callerByToken, hub, database, users });
  receive('1', '1', 'realtime:a', 'phx_join', { access_token: 'old' });
  await vi.waitFor(() => expect(add).toHaveBeenCalledOnce());
  receive('1', '2', 'realtime:a', 'access_token', { access_token: 'new' });
  await vi.waitFor(() => expect(callerByToken).toHaveBeenCalledWith('new'));
  add.mock.calls[0]?.[0].interrupted();
  resolve();
  receive(null, '3', 'phoenix', 'heartbeat', {});
  await vi.waitFor(() => expect(sent().at(-1)[1]).toBe('3'));
  expect(add).toHaveBeenCalledOnce();
});
