/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { type Entry, type PackedFile, pack, unpack } from './archive.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

const files = fc.array(
  fc.record({
    path: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
    chunks: fc.array(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 6 },
);

async function packed(wanted: { path: string; chunks: Buffer[] }[]) {
  const list: PackedFile[] = [];
  const entries: Entry[] = wanted.map(({ path, chunks }) => ({ path, bytes: each(chunks) }));
  const bytes = Buffer.concat(await collect(pack(each(entries), (one) => list.push(one))));
  return { bytes, list };
}

test('unpacks what was packed, for any chunk size', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 50 }), async (wanted, width) => {
      const { bytes, list } = await packed(wanted);
      const pieces = [];
      for (let at = 0; at < bytes.length; at += width) pieces.push(bytes.subarray(at, at + width));
      const found = [];
      for await (const { path, bytes: content } of unpack(each(pieces))) {
        found.push({ path, content: Buffer.concat(await collect(content)) });
      }
      expect(found).toEqual(wanted.map(({ path, chunks }) => ({ path, content: Buffer.concat(chunks) })));
      expect(list.map(({ path, size }) => ({ path, size }))).toEqual(
        found.map(({ path, content }) => ({ path, size: content.length })),
      );
    }),
    { numRuns: inputs(60) },
  );
});

test('rejects an archive that ends too early', async () => {
  const { bytes } = await packed([{ path: 'a', chunks: [Buffer.from('hello')] }]);
  for (let length = 0; length < bytes.length; length += 1) {
    const reading = async () => {
      for await (const { bytes: content } of unpack(each([bytes.subarray(0, length)])))
        await collect(content);
    };
    await expect(reading()).rejects.toThrow('The backup is damaged: it ends too early.');
  }
});
