import type { IncomingMessage } from 'node:http';

/** From so many chunks on, they must have this many bytes on average. No client sends smaller ones for long. */
const MANY_CHUNKS = 1_000;
const SMALLEST_AVERAGE = 16;

/**
 * Cuts a connection whose body comes in chunks of a few bytes: each costs a call and an object in memory, so a few
 * such connections keep a process busy. Node hands over every chunk by `push`, long before anyone reads it, so this
 * is the one place that sees them in time.
 */
export function cutCrumbs(body: IncomingMessage): void {
  const push = body.push.bind(body);
  let chunks = 0;
  let bytes = 0;
  body.push = (chunk: Buffer | null, encoding) => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks >= MANY_CHUNKS && bytes < chunks * SMALLEST_AVERAGE) body.socket.destroy();
    return push(chunk, encoding);
  };
}
