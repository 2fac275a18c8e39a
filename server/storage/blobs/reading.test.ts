/** @module-tag property */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Piece } from './blob-parts.ts';
import { concatStreams, piecesFor } from './reading.ts';

/** Bytes cut into pieces, and a range of them. */
const cutUp = fc
  .tuple(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat())
  .map(([sizes, a, b]) => {
    let startsAt = 0;
    const pieces: Piece[] = sizes.map((size, n) => {
      const piece = { id: String(n), startsAt, size };
      startsAt += size;
      return piece;
    });
    const ends = [a % startsAt, b % startsAt].sort((x, y) => x - y);
    return { pieces, size: startsAt, range: { start: ends[0] ?? 0, end: ends[1] ?? 0 } };
  });

test('maps a range of the whole to ranges of pieces', async () => {
  await fc.assert(
    fc.asyncProperty(cutUp, async ({ pieces, size, range }) => {
      const whole = Buffer.from(Array.from({ length: size }, (_, n) => n % 251));
      const parts = piecesFor(pieces, range);
      // No unneeded piece is opened.
      for (const part of parts) expect(part.range.end).toBeGreaterThanOrEqual(part.range.start);
      const stream = await concatStreams(parts, async ({ piece: { startsAt }, range: { start, end } }) => {
        return Readable.from([whole.subarray(startsAt + start, startsAt + end + 1)]);
      });
      expect((await buffer(stream)).equals(whole.subarray(range.start, range.end + 1))).toBe(true);
    }),
  );
});

/** Streams that record whether they were closed; one of them may fail. */
function watched(broken?: number) {
  const opened: Readable[] = [];
  const open = async (n: number) => {
    if (n === broken) throw new Error(`part ${n} is broken`);
    const stream = Readable.from([Buffer.from(`${n}a`), Buffer.from(`${n}b`)]);
    opened.push(stream);
    return stream;
  };
  return { open, opened };
}

test('prefetches only the next stream', async () => {
  const { open, opened } = watched();
  const stream = await concatStreams([1, 2, 3, 4], open);
  expect(opened).toHaveLength(1);
  expect((await buffer(stream)).toString()).toBe('1a1b2a2b3a3b4a4b');
  expect(opened).toHaveLength(4);
});

test('rejects if the first part is broken', async () => {
  await expect(concatStreams([1, 2], watched(1).open)).rejects.toThrow('part 1 is broken');
});

test('a broken later part ends the stream with its error after the sound parts', async () => {
  const { open, opened } = watched(3);
  const got: string[] = [];
  const reading = async () => {
    for await (const chunk of await concatStreams([1, 2, 3, 4], open)) got.push(String(chunk));
  };
  await expect(reading()).rejects.toThrow('part 3 is broken');
  expect(got.join('')).toBe('1a1b2a2b');
  for (const stream of opened) expect(stream.destroyed).toBe(true);
});

test('closes all streams when the reader leaves', async () => {
  const { open, opened } = watched();
  const stream = await concatStreams([1, 2, 3], open);
  for await (const _chunk of stream) break;
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test('closes the first stream when the reader leaves before reading', async () => {
  const { open, opened } = watched();
  const stream = await concatStreams([1, 2], open);
  stream.destroy();
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});
