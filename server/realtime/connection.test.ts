import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { serveConnection, startHeartbeat } from './connection.ts';
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

/** Why a connection from the network refuses a join that can not be read. */
async function refusal(network: string, mayJoin: (network: string) => boolean): Promise<string> {
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
    mayJoin,
  });
  socket.emit('message', Buffer.from('["1","1","realtime:a","phx_join","?"]'), false);
  await vi.waitFor(() => expect(socket.send).toHaveBeenCalled());
  const [, , , , { response }] = JSON.parse(socket.send.mock.calls[0]?.[0] ?? '');
  return response.reason;
}

test('connections from one network share the limit of its joins', async () => {
  const mayJoin = createRateLimit({ max: 1, windowMs: 60_000 });
  expect(await refusal('a', mayJoin)).toBe('The join can not be read');
  expect(await refusal('a', mayJoin)).toMatch('ClientJoinRateLimitReached');
  expect(await refusal('b', mayJoin)).toBe('The join can not be read');
});
