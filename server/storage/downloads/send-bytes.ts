import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SegmentReader } from '../blobs/read-segments.ts';
import { release } from '../blobs/release.ts';

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
  let clientLeft = false;
  let sent = Promise.withResolvers<void>();
  // Nothing waits for it before the first bytes are sent.
  sent.promise.catch(() => undefined);
  const leave = () => {
    clientLeft = true;
    sent.reject(new Error('the client has left'));
    // It may be waiting for a remote store.
    if (bytes instanceof Readable) bytes.destroy();
  };
  raw.once('close', leave);
  const send = (chunk: Buffer): Promise<void> => {
    sent = Promise.withResolvers();
    if (raw.destroyed) leave();
    else raw.write(chunk, (error) => (error ? leave() : sent.resolve()));
    return sent.promise;
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
    if (!clientLeft) request.log.error({ err }, 'a stored file could not be sent whole');
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
