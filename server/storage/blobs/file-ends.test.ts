import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { HEAD_BYTES, TAIL_BYTES } from '#domain/documents/document-types.ts';
import { captureEnds } from './file-ends.ts';

test.each([
  [0, 100],
  [1, 100],
  [1_000, 1],
  [HEAD_BYTES - 1, 1_000],
  [HEAD_BYTES, HEAD_BYTES],
  [TAIL_BYTES + 5, TAIL_BYTES - 1],
  [40_000, 3_000],
  [200_000, 65_536],
])('the ends of %i bytes in chunks of %i, which pass unchanged', async (size, chunkBytes) => {
  const file = randomBytes(size);
  async function* chunks() {
    for (let at = 0; at < size; at += chunkBytes) yield Buffer.from(file.subarray(at, at + chunkBytes));
  }
  const heads: Buffer[] = [];
  const ends = captureEnds((head) => heads.push(Buffer.from(head)));
  expect((await buffer(ends.watch(chunks()))).equals(file)).toBe(true);
  const { head, tail } = ends.seen();
  expect(head.equals(file.subarray(0, HEAD_BYTES))).toBe(true);
  expect(tail.equals(file.subarray(-TAIL_BYTES))).toBe(true);
  // Told once, as soon as it is there.
  expect(heads.map((one) => one.equals(head))).toEqual(size < HEAD_BYTES ? [] : [true]);
});
