/** @module-tag property */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { copies, sealSegments } from './seal-segments.ts';
import {
  BlobBrokenError,
  type ByteRange,
  decryptSegments,
  decryptSingleSegment,
  KEY_BYTES,
  SEGMENT_BYTES,
  storedRange,
  TAG_BYTES,
} from './segments.ts';

const key = randomBytes(KEY_BYTES);
const blobId = randomUUID();
const STORED_SEGMENT = SEGMENT_BYTES + TAG_BYTES;

/** Cuts into chunks of the given lengths, repeatedly, each with its own memory, like a network. */
function* pieces(bytes: Buffer, lengths: number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield Buffer.from(bytes.subarray(at, at + length));
    at += length;
  }
}

const encrypt = (clear: Buffer, lengths = [65_536]) =>
  buffer(copies(sealSegments({ key, blobId }, Readable.from(pieces(clear, lengths))).segments));

const decrypt = (stored: Buffer, size: number, range: ByteRange = { start: 0, end: size - 1 }, id = blobId) =>
  buffer(Readable.from(pieces(stored, [100_000])).compose(decryptSegments({ key, blobId: id }, size, range)));

const sizes = [0, 1, 100, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 2 * SEGMENT_BYTES, 700_000];
const sample = (size: number) =>
  createHash('shake256', { outputLength: Math.max(size, 1) })
    .digest()
    .subarray(0, size);

describe('segments', () => {
  it.each(sizes)('returns %i bytes unchanged and stores none of them in plaintext', async (size) => {
    const clear = sample(size);
    const stored = await encrypt(clear);
    expect(stored).toHaveLength(
      size === 0 ? TAG_BYTES : storedRange({ start: 0, end: size - 1 }, size).end + 1,
    );
    expect((await decrypt(stored, size)).equals(clear)).toBe(true);
    if (size >= 100) expect(stored.includes(clear.subarray(0, 16))).toBe(false);
  });

  it('does not depend on how the bytes arrive', async () => {
    const clear = sample(600_000);
    const expected = await encrypt(clear);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 5 }),
        async (lengths) => {
          fc.pre(Math.max(...lengths) > 1000);
          expect((await encrypt(clear, lengths)).equals(expected)).toBe(true);
        },
      ),
      { numRuns: inputs(30) },
    );
  });

  it('reads any range from only its segments', async () => {
    const clear = sample(3 * SEGMENT_BYTES + 12_345);
    const stored = await encrypt(clear);
    const near = fc.oneof(
      fc.nat({ max: clear.length - 1 }),
      fc
        .tuple(fc.nat({ max: 3 }), fc.integer({ min: -2, max: 2 }))
        .map(([n, d]) => Math.max(n * SEGMENT_BYTES + d, 0)),
    );
    await fc.assert(
      fc.asyncProperty(near, near, async (a, b) => {
        const range = { start: Math.min(a, b), end: Math.max(a, b) };
        const needed = storedRange(range, clear.length);
        const read = await decrypt(stored.subarray(needed.start, needed.end + 1), clear.length, range);
        expect(read.equals(clear.subarray(range.start, range.end + 1))).toBe(true);
      }),
      { numRuns: inputs(150) },
    );
  });

  it('detects any changed byte', async () => {
    const clear = sample(2 * SEGMENT_BYTES + 50);
    const stored = await encrypt(clear);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: stored.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const changed = Buffer.from(stored);
          changed[at] = (changed[at] ?? 0) ^ flip;
          await expect(decrypt(changed, clear.length)).rejects.toThrow(BlobBrokenError);
        },
      ),
      { numRuns: inputs(60) },
    );
  });

  it('detects any truncation, also between segments and with a matching recorded size', async () => {
    const clear = sample(2 * SEGMENT_BYTES + 50);
    const stored = await encrypt(clear);
    for (const length of [0, 10, STORED_SEGMENT, 2 * STORED_SEGMENT, stored.length - 1]) {
      await expect(decrypt(stored.subarray(0, length), clear.length)).rejects.toThrow(BlobBrokenError);
    }
    await expect(decrypt(stored.subarray(0, STORED_SEGMENT), SEGMENT_BYTES)).rejects.toThrow(BlobBrokenError);
  });

  it('detects appended bytes and segments', async () => {
    const clear = sample(SEGMENT_BYTES);
    const stored = await encrypt(clear);
    for (const more of [Buffer.of(0), stored, sample(TAG_BYTES)]) {
      await expect(decrypt(Buffer.concat([stored, more]), clear.length)).rejects.toThrow(BlobBrokenError);
      await expect(
        decrypt(Buffer.concat([stored, more]), clear.length + Math.max(more.length - TAG_BYTES, 1)),
      ).rejects.toThrow(BlobBrokenError);
    }
  });

  it('detects swapped segments', async () => {
    const clear = sample(3 * SEGMENT_BYTES);
    const stored = await encrypt(clear);
    const segment = (n: number) => stored.subarray(n * STORED_SEGMENT, (n + 1) * STORED_SEGMENT);
    const swapped = Buffer.concat([segment(1), segment(0), segment(2)]);
    await expect(decrypt(swapped, clear.length)).rejects.toThrow(BlobBrokenError);
  });

  it('rejects another blob id and another key', async () => {
    const stored = await encrypt(sample(100));
    await expect(decrypt(stored, 100, { start: 0, end: 99 }, randomUUID())).rejects.toThrow(BlobBrokenError);
    const other = decryptSegments({ key: randomBytes(KEY_BYTES), blobId }, 100, { start: 0, end: 99 });
    await expect(buffer(Readable.from([Buffer.from(stored)]).compose(other))).rejects.toThrow(
      BlobBrokenError,
    );
  });

  it('passes on no byte of a segment before it is verified', async () => {
    const stored = await encrypt(sample(SEGMENT_BYTES + 10));
    stored[STORED_SEGMENT + 3] = (stored[STORED_SEGMENT + 3] ?? 0) ^ 1;
    const given: Buffer[] = [];
    const decrypting = Readable.from([Buffer.from(stored)]).compose(
      decryptSegments({ key, blobId }, SEGMENT_BYTES + 10, { start: 0, end: SEGMENT_BYTES + 9 }),
    );
    await expect(
      (async () => {
        for await (const chunk of decrypting) given.push(chunk as Buffer);
      })(),
    ).rejects.toThrow(BlobBrokenError);
    expect(Buffer.concat(given).length).toBeLessThanOrEqual(SEGMENT_BYTES);
  });
});

describe('a file of a single segment', () => {
  const single = sizes.filter((size) => size <= SEGMENT_BYTES);

  it.each(single)('of %i bytes is decrypted at once', async (size) => {
    const clear = sample(size);
    expect(decryptSingleSegment({ key, blobId }, size, await encrypt(clear)).equals(clear)).toBe(true);
  });

  it('is refused if a byte, its length, its key, or its blob is another', async () => {
    const size = 1000;
    const stored = await encrypt(sample(size));
    const opening = (
      bytes: Buffer,
      { of = size, by = key, id = blobId }: { of?: number; by?: Buffer; id?: string } = {},
    ) => expect(() => decryptSingleSegment({ key: by, blobId: id }, of, Buffer.from(bytes)));
    fc.assert(
      fc.property(fc.nat(stored.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(stored);
        changed[at] = (changed[at] ?? 0) ^ change;
        opening(changed).toThrow(BlobBrokenError);
      }),
    );
    opening(stored.subarray(0, -1)).toThrow(/shorter/);
    opening(Buffer.concat([stored, Buffer.of(0)])).toThrow(/longer/);
    opening(stored.subarray(0, -1), { of: size - 1 }).toThrow(BlobBrokenError);
    opening(stored, { by: randomBytes(KEY_BYTES) }).toThrow(BlobBrokenError);
    opening(stored, { id: randomUUID() }).toThrow(BlobBrokenError);
  });

  it('is refused if it is the first segment of a longer file', async () => {
    const stored = await encrypt(sample(2 * SEGMENT_BYTES));
    expect(() =>
      decryptSingleSegment({ key, blobId }, SEGMENT_BYTES, stored.subarray(0, STORED_SEGMENT)),
    ).toThrow(BlobBrokenError);
  });
});
