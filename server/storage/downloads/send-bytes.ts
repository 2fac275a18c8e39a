import type { ServerResponse } from 'node:http';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SegmentReader } from '../blobs/read-segments.ts';
import { release } from '../blobs/release.ts';
import { SEGMENT_BYTES } from '../blobs/segments.ts';

/**
 * Sends the bytes with the headers that were set. Not by Fastify, to free the memory of each buffer when it was sent. If
 * the stream fails, the connection is closed, and the client notices by the content length.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Readable,
): Promise<void> {
  const raw = takeOver(reply);
  let clientLeft = false;
  const toClient = new Writable({
    highWaterMark: 2 * SEGMENT_BYTES,
    write: (chunk: Buffer, _encoding, done) => {
      raw.write(chunk, (error) => {
        release(chunk);
        if (error) clientLeft = true;
        done(error);
      });
    },
    final: (done) => {
      raw.end(done);
    },
  });
  raw.once('close', () => {
    clientLeft = true;
    toClient.destroy();
  });
  try {
    await pipeline(bytes, toClient);
  } catch (err) {
    raw.destroy();
    if (!clientLeft) request.log.error({ err }, 'a stored file could not be sent whole');
  }
}

class ClientLeft extends Error {}

/** The same for a file that is read segment by segment. Each is used again after the system has taken its bytes. */
export async function sendSegments(
  request: FastifyRequest,
  reply: FastifyReply,
  segments: SegmentReader,
): Promise<void> {
  const raw = takeOver(reply);
  const gone = Promise.withResolvers<void>();
  let sent = gone;
  raw.once('close', () => sent.reject(new ClientLeft()));
  gone.promise.catch(() => undefined);
  const send = (bytes: Buffer): Promise<void> => {
    sent = Promise.withResolvers();
    const { promise, resolve, reject } = sent;
    if (raw.destroyed) reject(new ClientLeft());
    else raw.write(bytes, (error) => (error ? reject(new ClientLeft()) : resolve()));
    return promise;
  };
  try {
    for (let bytes = await segments.next(); bytes; bytes = await segments.next()) await send(bytes);
    raw.end();
  } catch (err) {
    raw.destroy();
    if (!(err instanceof ClientLeft)) request.log.error({ err }, 'a stored file could not be sent whole');
  } finally {
    await segments.close();
  }
}

/** The same for bytes that are all there. Like a stream, they count as a document in transit until they are sent. */
export function sendWhole(reply: FastifyReply, bytes: Buffer): void {
  takeOver(reply).end(bytes);
}

function takeOver(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  return raw;
}
