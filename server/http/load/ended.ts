import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Calls back once, when the response has left or will not leave any more. */
export type WhenEnded = (socket: Socket, response: ServerResponse, done: () => void) => void;

/**
 * A response that stands in line behind others of its connection hears nothing when that connection ends; so the
 * connection is asked as well, by one listener for all of its requests.
 */
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
