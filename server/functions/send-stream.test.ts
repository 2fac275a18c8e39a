import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { sendStream } from './send-stream.ts';

const PIECE = 256 * 1024;

/** Requests this stream from a server. */
async function ask(stream: ReadableStream<Uint8Array>, released: (bytes: Buffer) => void = () => undefined) {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/', async (request, reply) => {
    reply.code(200).header('x-said', 'before');
    await sendStream(request, reply, stream, released);
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sent = get({ port, host: '127.0.0.1' });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { app, response };
}

it('sends everything with its headers and releases each chunk', async () => {
  let left = 5;
  let back = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => (left-- > 0 ? controller.enqueue(Buffer.alloc(PIECE, 'x')) : controller.close()),
  });
  const { app, response } = await ask(stream, ({ length }) => {
    back += length;
  });
  expect(response.headers['x-said']).toBe('before');
  expect(Buffer.concat(await response.toArray()).equals(Buffer.alloc(5 * PIECE, 'x'))).toBe(true);
  expect(back).toBe(5 * PIECE);
  await app.close();
});

it('cancels the stream when a stalled client leaves', async () => {
  const cancelled = Promise.withResolvers<void>();
  let made = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        made += PIECE;
        controller.enqueue(Buffer.alloc(PIECE, 'x'));
      },
      cancel: () => cancelled.resolve(),
    },
    { highWaterMark: 0 },
  );
  const { app, response } = await ask(stream);
  response.once('data', () => response.pause());
  await once(response, 'pause');
  response.destroy();
  await cancelled.promise;
  expect(made).toBeLessThan(400 * PIECE);
  await app.close();
});

it('cancels the stream when the client leaves while no data arrives', async () => {
  const cancelled = Promise.withResolvers<void>();
  let begun = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (begun) await new Promise(() => undefined);
      begun = true;
      controller.enqueue(Buffer.alloc(10));
    },
    cancel: () => cancelled.resolve(),
  });
  const { app, response } = await ask(stream);
  response.destroy();
  await cancelled.promise;
  await app.close();
});

it('cancels the stream of a client who left before it began', async () => {
  const cancelled = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(Buffer.alloc(PIECE)), cancel: () => cancelled.resolve() },
    { highWaterMark: 0 },
  );
  const app = Fastify({ forceCloseConnections: true });
  app.get('/', async (request, reply) => {
    arrived.resolve();
    await once(reply.raw, 'close');
    await sendStream(request, reply, stream, () => undefined);
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sent = get({ port, host: '127.0.0.1' }).once('error', () => undefined);
  await arrived.promise;
  sent.destroy();
  await cancelled.promise;
  await app.close();
});

it('aborts the response when the stream fails', async () => {
  const fail = Promise.withResolvers<void>();
  let begun = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (begun) await fail.promise;
      begun = true;
      controller.enqueue(Buffer.alloc(PIECE));
    },
  });
  const { app, response } = await ask(stream);
  fail.reject(new Error('no more'));
  await expect(response.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
  await app.close();
});
