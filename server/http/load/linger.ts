import type { IncomingMessage } from 'node:http';
import { LINGER } from './limits.ts';

/**
 * Reads away what is still sent when the answer has left: a client that is still sending does not hear it if the
 * connection is closed under its hands. For strangers up to a bound; whoever is known may have begun a file of
 * gigabytes, and only has to go on.
 */
export function lingerOn(body: IncomingMessage, isKnown: boolean, { bytes, ms } = LINGER): void {
  if (body.complete || body.destroyed) return;
  const cut = () => body.socket.destroy();
  const patience = isKnown ? undefined : setTimeout(cut, ms);
  let left = isKnown ? Number.POSITIVE_INFINITY : bytes;
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  // That it is broken off is no news any more.
  body.on('error', () => undefined);
  body.once('close', () => clearTimeout(patience));
  body.resume();
}
