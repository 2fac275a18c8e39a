import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { startHeartbeat } from './connection.ts';
import { PING_MS } from './limits.ts';

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
