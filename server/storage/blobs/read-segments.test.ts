/** @module-tag property */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { readSegments, type SegmentReader } from './read-segments.ts';
import { sealSegments } from './seal-segments.ts';
import { createSegmentBuffers } from './segment-buffers.ts';
import { BlobBrokenError, type ByteRange, KEY_BYTES, SEGMENT_BYTES } from './segments.ts';
import type { BlobFile } from './stores/blob-store.ts';

const segmentKey = { key: randomBytes(KEY_BYTES), blobId: randomUUID() };
const SIZE = 3 * SEGMENT_BYTES + 12_345;

const sample = (size: number, seed = '') =>
  createHash('shake256', { outputLength: size }).update(seed).digest();

/** Cut into chunks with their own memory, like a network's. */
async function* chunks(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield Buffer.from(bytes.subarray(at, at + length));
}

/** Copies each segment when the next but one is asked for, which is the last moment that is allowed. */
async function seal(clear: Buffer, length = 65_536): Promise<Buffer> {
  const { segments, giveBack } = sealSegments(segmentKey, chunks(clear, length));
  const stored: Buffer[] = [];
  let lent: Buffer | undefined;
  for await (const segment of segments) {
    if (lent) stored.push(Buffer.from(lent));
    lent = segment;
  }
  if (lent) stored.push(Buffer.from(lent));
  giveBack();
  return Buffer.concat(stored);
}

function fileOf(stored: Buffer): BlobFile & { isOpen(): boolean } {
  let open = true;
  return {
    read: async (into, least, position) => {
      // Other work happens between two reads.
      await new Promise(setImmediate);
      return stored.copy(into, 0, position, position + Math.max(least, into.length));
    },
    close: async () => {
      open = false;
    },
    isOpen: () => open,
  };
}

async function readAll(reader: SegmentReader): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for (let part = await reader.next(); part; part = await reader.next()) parts.push(Buffer.from(part));
  } finally {
    await reader.close();
  }
  return Buffer.concat(parts);
}

const read = async (
  stored: Buffer,
  size: number,
  range: ByteRange = { start: 0, end: size - 1 },
): Promise<Buffer> => readAll(await readSegments(fileOf(stored), segmentKey, size, range));

test('reads any range', async () => {
  const clear = sample(SIZE);
  const stored = await seal(clear);
  const place = fc.oneof(
    fc.nat(SIZE - 1),
    fc.tuple(fc.nat(3), fc.integer({ min: -2, max: 2 })).map(([n, d]) => Math.max(n * SEGMENT_BYTES + d, 0)),
  );
  await fc.assert(
    fc.asyncProperty(place, place, async (a, b) => {
      const range = { start: Math.min(a, b), end: Math.max(a, b) };
      const got = await read(stored, SIZE, range);
      expect(got.equals(clear.subarray(range.start, range.end + 1))).toBe(true);
    }),
    { numRuns: inputs(60) },
  );
});

test('files that are read and sealed at the same time keep their own bytes', async () => {
  const files = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const clear = sample(SIZE - n * 1000, String(n));
      return { clear, stored: await seal(clear) };
    }),
  );
  await Promise.all(
    files.map(async ({ clear, stored }) => {
      for (let turn = 0; turn < 4; turn++) {
        expect((await read(stored, clear.length)).equals(clear)).toBe(true);
        expect((await seal(clear)).equals(stored)).toBe(true);
      }
    }),
  );
});

test('a buffer whose reader gave up is not used for another file', async () => {
  const clear = sample(SIZE, 'mine');
  const reader = await readSegments(fileOf(await seal(clear)), segmentKey, SIZE, {
    start: 0,
    end: SIZE - 1,
  });
  // The socket may still be sending it.
  const inTransit = await reader.next();
  await reader.close();
  const other = await seal(sample(SIZE, 'other'));
  await Promise.all(Array.from({ length: 30 }, () => read(other, SIZE)));
  expect(inTransit?.equals(clear.subarray(0, SEGMENT_BYTES))).toBe(true);
});

test('a buffer can’t be given back twice', () => {
  const buffers = createSegmentBuffers(1);
  const [one, other] = [buffers.take(), buffers.take()];
  buffers.giveBack(one);
  expect(() => buffers.giveBack(one)).toThrow('twice');
  buffers.giveBack(other);
  expect(buffers.take()).toBe(one);
  expect(buffers.take()).not.toBe(other);
});

test('refuses a changed, shorter, or longer file, and closes it', async () => {
  const clear = sample(SIZE);
  const stored = await seal(clear);
  const refused = async (bytes: Buffer, size = SIZE) => {
    const file = fileOf(bytes);
    const reading = readSegments(file, segmentKey, size, { start: 0, end: size - 1 }).then(readAll);
    await expect(reading).rejects.toThrow(BlobBrokenError);
    expect(file.isOpen()).toBe(false);
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(stored.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const changed = Buffer.from(stored);
      changed[at] = (changed[at] ?? 0) ^ flip;
      await refused(changed);
    }),
    { numRuns: inputs(30) },
  );
  await refused(stored.subarray(0, -1));
  await refused(stored.subarray(0, SEGMENT_BYTES));
  await refused(Buffer.alloc(0));
  await refused(Buffer.concat([stored, Buffer.of(0)]));
  await refused(stored, SIZE - 1);
  await refused(stored, SIZE + 1);
  await refused(stored, 3 * SEGMENT_BYTES);
});

test('sends no byte of a segment before it is verified', async () => {
  const clear = sample(SIZE);
  const stored = await seal(clear);
  const at = 2 * SEGMENT_BYTES + 100;
  stored[at] = (stored[at] ?? 0) ^ 1;
  const reader = await readSegments(fileOf(stored), segmentKey, SIZE, { start: 0, end: SIZE - 1 });
  const sent: Buffer[] = [];
  const sending = (async () => {
    for (let part = await reader.next(); part; part = await reader.next()) sent.push(Buffer.from(part));
  })();
  await expect(sending).rejects.toThrow(BlobBrokenError);
  await reader.close();
  expect(Buffer.concat(sent).equals(clear.subarray(0, 2 * SEGMENT_BYTES))).toBe(true);
});
