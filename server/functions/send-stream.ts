import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends a function's stream with its headers, as fast as the client reads it. Not with Fastify, so that each
 * chunk's memory is freed after it was sent (`release`). Cancels the stream when the client leaves. Aborts the
 * response if the stream fails, so that a partial file is never mistaken for a complete one.
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: ReadableStream<Uint8Array>,
  release: (bytes: Buffer) => void,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  const reader = stream.getReader();
  // The client may have left while the stream was prepared: then `close` doesn't come again.
  if (raw.closed) {
    await reader.cancel();
    return;
  }
  let clientLeft = false;
  const leave = () => {
    clientLeft = true;
  };
  // Always, also after a failed write. Canceling a failed stream rejects again, which is ignored.
  raw.once('close', () => {
    if (!raw.writableFinished) leave();
    reader.cancel().catch(() => undefined);
  });
  try {
    let sent: Promise<void> = Promise.resolve();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // Prepares only the next chunk while this one is being sent.
      await sent;
      sent = write(raw, part.value, release);
      sent.catch(leave);
    }
    await sent;
    raw.end();
  } catch (err) {
    if (!clientLeft) request.log.error({ err }, 'an answer could not be sent whole');
    raw.destroy();
  }
}

function write(raw: ServerResponse, bytes: Uint8Array, release: (bytes: Buffer) => void): Promise<void> {
  const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Promise((resolve, reject) => {
    raw.write(chunk, (error) => {
      if (error) return reject(error);
      release(chunk);
      resolve();
    });
  });
}
