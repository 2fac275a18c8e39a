import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TooManyRequestsError } from '../errors.ts';
import { readWhole } from './body.ts';
import { createQuota } from './quota.ts';

const patience = { graceMs: 60_000, bytesPerSecond: 1_000 };

function body(chunks: Iterable<Buffer>, length?: number): IncomingMessage {
  const headers = length === undefined ? {} : { 'content-length': String(length) };
  return Object.assign(Readable.from(chunks), {
    headers,
    socket: { bytesRead: 0 },
  }) as unknown as IncomingMessage;
}

function read(from: IncomingMessage, { most = 1_000_000, room = 1_000_000, pace = patience } = {}) {
  const quota = createQuota({ total: room, network: room });
  const share = quota.take({ network: 'a' }, 0);
  if (!share) throw new Error('no room');
  return { reading: readWhole(from, { most, share, patience: pace }), held: () => quota.total() };
}

test('whatever the chunks are, what is read is what was sent, and the memory is counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 16, maxLength: 9_000 }), { maxLength: 40 }),
      async (sent) => {
        const { reading, held } = read(body(sent.map((chunk) => Buffer.from(chunk))));
        const whole = Buffer.concat(sent);
        expect((await reading).equals(whole)).toBe(true);
        expect(held()).toBeGreaterThanOrEqual(whole.length);
        expect(held()).toBeLessThanOrEqual(Math.max(4_096, 2 * whole.length));
      },
    ),
  );
});

test('what is too large is refused: before a byte of it where its length is said, and when it is exceeded', async () => {
  const unread = body([Buffer.alloc(10)], 101);
  await expect(read(unread, { most: 100 }).reading).rejects.toMatchObject({ statusCode: 413 });
  expect(unread.readableDidRead).toBe(false);
  const parts = [Buffer.alloc(60), Buffer.alloc(60)];
  await expect(read(body(parts), { most: 100 }).reading).rejects.toMatchObject({ statusCode: 413 });
});

test('there may be no room for it now', async () => {
  const many = Array.from({ length: 10 }, () => Buffer.alloc(5_000));
  await expect(read(body(many), { room: 20_000 }).reading).rejects.toBeInstanceOf(TooManyRequestsError);
});

test('one that is broken off is the fault of the client', async () => {
  const broken = new PassThrough();
  const { reading } = read(
    Object.assign(broken, { headers: {}, socket: { bytesRead: 0 } }) as unknown as IncomingMessage,
  );
  broken.write('half');
  broken.destroy(new Error('aborted'));
  await expect(reading).rejects.toMatchObject({ statusCode: 400 });
});

test('one that comes more slowly than anybody’s connection is given up', async () => {
  const slow = new PassThrough();
  const pace = { graceMs: 20, bytesPerSecond: 1_000 };
  const { reading } = read(
    Object.assign(slow, { headers: {}, socket: { bytesRead: 0 } }) as unknown as IncomingMessage,
    { pace },
  );
  slow.write('only this');
  await expect(reading).rejects.toMatchObject({ statusCode: 408 });
});
