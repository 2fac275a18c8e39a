import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { keepAwake } from './keep-awake.ts';
import { PING_MS } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection that answers pings, as every library does, unless it is gone. */
function connection({ hasChannel = true, isThere = true } = {}) {
  const socket = Object.assign(new EventEmitter(), {
    close: vi.fn(),
    terminate: vi.fn(),
    ping: vi.fn(() => isThere && socket.emit('pong')),
  });
  keepAwake(socket as unknown as WebSocket, () => hasChannel);
  return socket;
}

test('a connection with a channel and heartbeats stays, for hours', () => {
  const socket = connection();
  for (let i = 0; i < 1000; i++) {
    if (i % 4 === 0) socket.emit('message');
    vi.advanceTimersByTime(PING_MS);
  }
  expect(socket.close).not.toHaveBeenCalled();
  expect(socket.terminate).not.toHaveBeenCalled();
});

test('one without a channel is closed after a minute, whatever it sends', () => {
  const socket = connection({ hasChannel: false });
  vi.advanceTimersByTime(PING_MS);
  socket.emit('message');
  expect(socket.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(PING_MS);
  expect(socket.close).toHaveBeenCalledWith(1008);
});

test('one that answers pings and says nothing itself is closed after three minutes', () => {
  const socket = connection();
  vi.advanceTimersByTime(5 * PING_MS);
  expect(socket.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(PING_MS);
  expect(socket.close).toHaveBeenCalledWith(1008);
});

test('one whose other end is gone is cut off', () => {
  const socket = connection({ isThere: false });
  vi.advanceTimersByTime(2 * PING_MS);
  expect(socket.terminate).toHaveBeenCalled();
});
