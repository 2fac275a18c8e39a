import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { createS3Store } from './s3-store.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function storeAnswering(answer: RequestListener) {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const store = createS3Store({
    bucket: 'b',
    prefix: '',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    // One attempt, because the library pauses between several.
    maxAttempts: 1,
  });
  return { store, close: () => new Promise((resolve) => server?.close(resolve)) };
}

const refusing =
  (status: number, code: string): RequestListener =>
  (request, response) => {
    request.resume();
    request.once('end', () =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`),
    );
  };

describe('a failing store', () => {
  test.each([
    [403, 'SignatureDoesNotMatch', 'StoreUnavailable'],
    [403, 'AccessDenied', 'StoreUnavailable'],
    [404, 'NoSuchBucket', 'StoreUnavailable'],
    [500, 'InternalError', 'StoreUnavailable'],
    [503, 'SlowDown', 'StoreUnavailable'],
    [507, 'InsufficientStorage', 'DiskFull'],
  ])('%i %s is %s for every operation', async (status, code, expected) => {
    const { store } = await storeAnswering(refusing(status, code));
    const id = randomUUID();
    const failure = { code: expected, cause: expect.any(Error) };
    await expect(store.put(id, Readable.from([Buffer.from('x')]))).rejects.toMatchObject(failure);
    await expect(store.get(id)).rejects.toMatchObject(failure);
    await expect(store.read(id, 1)).rejects.toMatchObject(failure);
    await expect(store.remove(id)).rejects.toMatchObject(failure);
    await expect(store.probe()).rejects.toMatchObject(failure);
  });

  test('a refused or closed connection is StoreUnavailable', async () => {
    const { store, close } = await storeAnswering((request) => void request.socket.destroy());
    const failure = { code: 'StoreUnavailable' };
    await expect(store.probe()).rejects.toMatchObject(failure);
    await close();
    await expect(store.probe()).rejects.toMatchObject(failure);
    await expect(store.put(randomUUID(), Readable.from([Buffer.from('x')]))).rejects.toMatchObject(failure);
  });

  test('a failing body is the sender’s error, not the store’s', async () => {
    const { store } = await storeAnswering((request, response) => {
      request.resume();
      request.once('end', () => response.writeHead(200).end());
    });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(1000);
        throw new Error('the client went away');
      })(),
    );
    await expect(store.put(randomUUID(), broken)).rejects.toThrow('the client went away');
  });
});
