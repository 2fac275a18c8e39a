import type { IncomingMessage } from 'node:http';
import { LINGER } from './limits.ts';

/**
 * Reads away what is still sent when the answer has left: a client that is still sending does not hear it if the
 * connection is closed under its hands. Up to a bound, but for somebody who is known and sends a file whose length
 * was said: that one may have gigabytes to go, and only has to go on.
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
  // That it is broken off is no news any more.
  body.on('error', () => undefined);
  body.once('close', () => clearTimeout(patience));
  body.resume();
}
