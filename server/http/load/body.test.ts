/** @module-tag property */
import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TooManyRequestsError } from '../errors.ts';
import { readWhole } from './body.ts';
import { createQuota } from './quota.ts';

const slowPace = { graceMs: 60_000, bytesPerSecond: 1_000 };

function body(chunks: Iterable<Buffer>, length?: number): IncomingMessage {
  const headers = length === undefined ? {} : { 'content-length': String(length) };
  return Object.assign(Readable.from(chunks), {
    headers,
    socket: { bytesRead: 0 },
  }) as unknown as IncomingMessage;
}

function read(from: IncomingMessage, { most = 1_000_000, room = 1_000_000, pace = slowPace } = {}) {
  const quota = createQuota({ total: room, network: room });
  const permit = quota.take({ network: 'a' }, 0);
  if (!permit) throw new Error('no room');
  return { reading: readWhole(from, { most, permit, pace }), held: () => quota.total() };
}

test('reads any chunks unchanged and counts their memory', async () => {
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

test('rejects a body that is too large, by its declared length or when it exceeds the limit', async () => {
  const unread = body([Buffer.alloc(10)], 101);
  await expect(read(unread, { most: 100 }).reading).rejects.toMatchObject({ statusCode: 413 });
  expect(unread.readableDidRead).toBe(false);
  const parts = [Buffer.alloc(60), Buffer.alloc(60)];
  await expect(read(body(parts), { most: 100 }).reading).rejects.toMatchObject({ statusCode: 413 });
});

test('rejects a body if there is no memory for it', async () => {
  const many = Array.from({ length: 10 }, () => Buffer.alloc(5_000));
  await expect(read(body(many), { room: 20_000 }).reading).rejects.toBeInstanceOf(TooManyRequestsError);
});

test('an aborted body is a client error', async () => {
  const broken = new PassThrough();
  const { reading } = read(
    Object.assign(broken, { headers: {}, socket: { bytesRead: 0 } }) as unknown as IncomingMessage,
  );
  broken.write('half');
  broken.destroy(new Error('aborted'));
  await expect(reading).rejects.toMatchObject({ statusCode: 400 });
});

test('gives up a body that arrives too slowly', async () => {
  const slow = new PassThrough();
  const pace = { graceMs: 20, bytesPerSecond: 1_000 };
  const { reading } = read(
    Object.assign(slow, { headers: {}, socket: { bytesRead: 0 } }) as unknown as IncomingMessage,
    { pace },
  );
  slow.write('only this');
  await expect(reading).rejects.toMatchObject({ statusCode: 408 });
});
