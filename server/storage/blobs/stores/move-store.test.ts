import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { createFileStore } from './file-store.ts';
import { copyMissing } from './move-store.ts';
import { withFallback } from './open-store.ts';

let folder: string;
let from: BlobStore;
let to: BlobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-move-'));
  [from, to] = [createFileStore(join(folder, 'from'), 0), createFileStore(join(folder, 'to'), 0)];
  await Promise.all([from.probe(), to.probe()]);
});
afterEach(() => rm(folder, { recursive: true }));

const onProgress = () => undefined;
const put = async (store: BlobStore, text: string, id: string = randomUUID()) => {
  await store.put(id, Readable.from([Buffer.from(text)]));
  return id;
};
const read = async (store: BlobStore, id: string) => (await buffer(await store.get(id))).toString();
const ids = async (store: BlobStore) => (await Array.fromAsync(store.list())).map(({ id }) => id);

test('copies everything once, and copies incomplete blobs again', async () => {
  const blobs: string[] = [];
  for (let n = 0; n < 30; n++) blobs.push(await put(from, `blob ${n}`));
  const [half = '', short = '', there = ''] = blobs;
  await put(to, 'blob', short);
  await put(to, 'blob 2', there);
  await put(to, 'x', half);
  await to.remove(half);
  await writeFile(join(folder, 'to', half.slice(0, 3), `${half}.part`), 'cut off');
  const stranger = await put(to, 'only in the new one');
  expect(await copyMissing({ from, to, onProgress })).toMatchObject({ blobs: 30, copied: 29 });
  for (const [n, id] of blobs.entries()) expect(await read(to, id)).toBe(`blob ${n}`);
  const again = await copyMissing({ from, to, onProgress });
  expect(again).toMatchObject({ blobs: 30, copied: 0 });
  expect(again.bytes).toBe(10 * 6 + 20 * 7);
  expect(await ids(to)).toEqual([...blobs, stranger].sort());
});

test('a failed copy ends the run with its error, after copies in progress', async () => {
  for (let n = 0; n < 10; n++) await put(from, `blob ${n}`);
  const opened: Readable[] = [];
  const watched: BlobStore = {
    ...from,
    get: async (...args) => {
      const bytes = await from.get(...args);
      opened.push(bytes);
      return bytes;
    },
  };
  const full = { ...to, put: async () => Promise.reject(new Error('no room')) };
  await expect(copyMissing({ from: watched, to: full, onProgress })).rejects.toThrow('no room');
  expect(opened).not.toEqual([]);
  expect(opened.filter(({ destroyed }) => !destroyed)).toEqual([]);
});

test('during a move, reads fall back to the old store, writes go to the new one, and removes go to both', async () => {
  const moving = withFallback(to, from);
  const [old, both] = [await put(from, 'old'), await put(from, 'both')];
  await put(to, 'both', both);
  const fresh = await put(moving, 'fresh');
  expect(await read(to, fresh)).toBe('fresh');
  expect(await read(moving, old)).toBe('old');
  expect(await ids(moving)).toEqual([old, both, fresh].sort());
  await moving.remove(both);
  await moving.remove(old);
  expect([await ids(from), await ids(to)]).toEqual([[], [fresh]]);
  await expect(moving.get(old)).rejects.toThrow('the store has no blob');
});
