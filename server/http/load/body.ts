import type { IncomingMessage } from 'node:http';
import { TooManyRequestsError } from '../errors.ts';
import type { JsonBounds } from './json-bounds.ts';
import { LINGER } from './limits.ts';
import type { Permit } from './quota.ts';

/** A rejected body. `statusCode` is Fastify's field name, which the error handlers read. */
export class BodyError extends Error {
  readonly statusCode: 400 | 408 | 413;
  /** The bound of JSON that it exceeds. */
  readonly excess: keyof JsonBounds | undefined;

  constructor(statusCode: 400 | 408 | 413, message: string, excess?: keyof JsonBounds) {
    super(message);
    this.statusCode = statusCode;
    this.excess = excess;
  }
}

interface Reading {
  /** The maximum size in bytes. */
  most: number;
  /** Grows with the memory of the body. */
  permit: Permit;
  pace: { graceMs: number; bytesPerSecond: number };
}

const FIRST_BYTES = 4 * 1024;

/**
 * Reads a whole body. Memory grows with the received bytes, not with the declared length. Throws `BodyError` if the
 * body is too large, too slow, or aborted, and `TooManyRequestsError` if there is no memory for it now.
 */
export async function readWhole(body: IncomingMessage, { most, permit, pace }: Reading): Promise<Buffer> {
  const declared = Number(body.headers['content-length'] ?? 0);
  if (declared > most) throw new BodyError(413, 'the body is too large');
  let bytes: Buffer = Buffer.alloc(0);
  let size = 0;
  const watch = watchPace(() => size, pace);
  const reading = (async () => {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size + chunk.length > most) throw new BodyError(413, 'the body is too large');
      bytes = roomFor(bytes, size, chunk.length, most, permit);
      size += chunk.copy(bytes, size);
    }
  })().catch((error: unknown) => {
    if (error instanceof BodyError || error instanceof TooManyRequestsError) throw error;
    throw new BodyError(400, 'the body was broken off');
  });
  try {
    await Promise.race([reading, watch.tooSlow]);
  } finally {
    watch.end();
    // Anything that arrives after the time limit is ignored.
    reading.catch(() => undefined);
  }
  return bytes.subarray(0, size);
}

function roomFor(bytes: Buffer, size: number, more: number, most: number, permit: Permit): Buffer {
  if (size + more <= bytes.length) return bytes;
  const length = Math.min(most, Math.max(FIRST_BYTES, bytes.length * 2, size + more));
  if (!permit.grow(length - bytes.length)) throw new TooManyRequestsError(1);
  const larger = Buffer.allocUnsafeSlow(length);
  bytes.copy(larger, 0, 0, size);
  return larger;
}

/** Rejects if the average rate is too low. */
function watchPace(sizeNow: () => number, { graceMs, bytesPerSecond }: Reading['pace']) {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    const look = () => {
      const left = began + graceMs + (sizeNow() / bytesPerSecond) * 1000 - performance.now();
      if (left <= 0) reject(new BodyError(408, 'the body comes too slowly'));
      else timer = setTimeout(look, left + 1);
    };
    look();
  });
  tooSlow.catch(() => undefined);
  return { tooSlow, end: () => clearTimeout(timer) };
}

/**
 * Reads and discards data that arrives after the response, because a client that is still sending would not see the
 * response if the connection were closed at once. Bounded, except for a signed-in user who sends a file of a
 * declared length: gigabytes may be left, and it only has to make progress.
 */
export function dropRest(
  body: IncomingMessage,
  isKnown: boolean,
  { bytes, ms, bytesPerChunk } = LINGER,
): void {
  if (body.complete || body.destroyed) return;
  const cut = () => body.socket.destroy();
  const isFile = isKnown && body.headers['content-length'] !== undefined;
  const timer = isFile ? undefined : setTimeout(cut, ms);
  let left = isFile ? Number.POSITIVE_INFINITY : bytes;
  body.on('data', (chunk: Buffer) => {
    left -= Math.max(chunk.length, bytesPerChunk);
    if (left < 0) cut();
  });
  // At this point an aborted body no longer matters.
  body.on('error', () => undefined);
  body.once('close', () => clearTimeout(timer));
  body.resume();
}
