import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Calls back once, when the response has been sent or can no longer be sent. */
export type WhenEnded = (socket: Socket, response: ServerResponse, done: () => void) => void;

/** One listener for a connection's requests: a pipelined response gets no event when its connection closes. */
export function createWhenEnded(): WhenEnded {
  const open = new WeakMap<Socket, Set<() => void>>();
  return (socket, response, done) => {
    const known = open.get(socket);
    const ends = known ?? new Set();
    if (!known) {
      open.set(socket, ends);
      socket.once('close', () => {
        for (const end of [...ends]) end();
      });
    }
    const end = () => {
      if (ends.delete(end)) done();
    };
    ends.add(end);
    response.once('close', end);
    if (socket.destroyed || response.closed) end();
  };
}
