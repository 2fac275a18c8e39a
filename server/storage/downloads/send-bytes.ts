import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SegmentReader } from '../blobs/read-segments.ts';
import { release } from '../blobs/release.ts';

class ClientLeft extends Error {}

/**
 * Sends the bytes with the headers that were set. Not by Fastify, to free or reuse the memory of each buffer after the
 * system has taken its bytes. If reading fails, the connection is closed, and the client notices by the content length.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Readable | SegmentReader,
): Promise<void> {
  const raw = takeOver(reply);
  const gone = Promise.withResolvers<void>();
  let sent = gone;
  raw.once('close', () => {
    sent.reject(new ClientLeft());
    // It may be waiting for a remote store.
    if (bytes instanceof Readable) bytes.destroy(new ClientLeft());
  });
  gone.promise.catch(() => undefined);
  const send = (chunk: Buffer): Promise<void> => {
    sent = Promise.withResolvers();
    const { promise, resolve, reject } = sent;
    if (raw.destroyed) reject(new ClientLeft());
    else raw.write(chunk, (error) => (error ? reject(new ClientLeft()) : resolve()));
    return promise;
  };
  try {
    if (bytes instanceof Readable) {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        await send(chunk);
        release(chunk);
      }
    } else {
      for (let chunk = await bytes.next(); chunk; chunk = await bytes.next()) await send(chunk);
    }
    raw.end();
  } catch (err) {
    raw.destroy();
    if (!(err instanceof ClientLeft)) request.log.error({ err }, 'a stored file could not be sent whole');
  } finally {
    if (!(bytes instanceof Readable)) await bytes.close();
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
