import type { IncomingMessage } from 'node:http';
import { LINGER } from './limits.ts';

/**
 * Reads and drops what still arrives after the answer was sent: a client that is still sending does not see the answer
 * if the connection is closed at once. This is bounded, except for a known person who sends a file of a declared
 * length: it may have gigabytes left, and only has to keep moving.
 */
export function lingerOn(
  body: IncomingMessage,
  isKnown: boolean,
  { bytes, ms, bytesPerChunk } = LINGER,
): void {
  if (body.complete || body.destroyed) return;
  const cut = () => body.socket.destroy();
  const isFile = isKnown && body.headers['content-length'] !== undefined;
  const patience = isFile ? undefined : setTimeout(cut, ms);
  let left = isFile ? Number.POSITIVE_INFINITY : bytes;
  body.on('data', (chunk: Buffer) => {
    left -= Math.max(chunk.length, bytesPerChunk);
    if (left < 0) cut();
  });
  // At this point an aborted body no longer matters.
  body.on('error', () => undefined);
  body.once('close', () => clearTimeout(patience));
  body.resume();
}
