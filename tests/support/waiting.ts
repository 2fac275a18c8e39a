import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Repeats `ask` until its result is truthy, and returns it. An error ends it at once. Throws after `timeoutMs`. For
 * what a test needs before it goes on, also outside of a test; what it asserts is polled with `expect.poll`.
 */
export async function eventually<T>(
  ask: () => Promise<T | undefined | false | null>,
  timeoutMs = 30_000,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > until) throw new Error(`timed out after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
