import { randomInt } from 'node:crypto';
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

/**
 * Below the ephemeral ports, which start at 32768 on Linux: an outgoing connection could get the port before the server
 * listens, or while it restarts.
 */
const [FIRST_PORT, LAST_PORT] = [15_000, 32_000];
/** Each process takes its ports from a thousand, so that two don't choose the same one before either listens. */
const SLICE = 1_000;
const firstOfProcess = FIRST_PORT + (process.pid % ((LAST_PORT - FIRST_PORT) / SLICE)) * SLICE;
const given = new Set<number>();

export async function freePort(): Promise<number> {
  const port = randomInt(firstOfProcess, firstOfProcess + SLICE);
  if (given.has(port)) return freePort();
  given.add(port);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  server.close();
  await once(server, 'close');
  return port;
}
