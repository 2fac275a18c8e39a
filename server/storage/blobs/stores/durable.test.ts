import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordDisk } from '#tests/support/recorded-disk.ts';
import type { BlobStore } from './blob-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-durable-'));
});
afterAll(() => rm(folder, { recursive: true }));

const bytes = Buffer.alloc(100_000, 'x');
const put = (store: BlobStore, id: string) => store.put(id, Readable.from([bytes]));

test('what was stored survives a power loss, and so do new folders', async () => {
  const name = 'stored';
  const acts = recordDisk(folder);
  const { createFileStore } = await import('./file-store.ts');
  const store = createFileStore(join(folder, name), 0);
  const [first, second] = ['aaa', 'bbb'].map((start) => `${start}fbaa7-0000-4000-8000-000000000000`);
  for (const id of [first, second]) await put(store, id ?? '');
  expect(acts).toEqual([
    `sync ${name}`,
    'sync .',
    `sync ${name}/aaa/${first}.part`,
    `rename ${name}/aaa/${first}`,
    `sync ${name}/aaa`,
    `sync ${name}`,
    `sync ${name}/bbb/${second}.part`,
    `rename ${name}/bbb/${second}`,
    `sync ${name}/bbb`,
  ]);

  // The process that made the folders may have crashed before it synced them.
  acts.length = 0;
  const third = 'aaafbaa7-0000-4000-8000-000000000001';
  await put(createFileStore(join(folder, name), 0), third);
  expect(acts).toEqual([
    `sync ${name}`,
    `sync ${name}/aaa/${third}.part`,
    `rename ${name}/aaa/${third}`,
    `sync ${name}/aaa`,
  ]);
});

test('a folder that a full disk refused is made when there is room again', async () => {
  recordDisk(folder);
  vi.spyOn(fs.promises, 'mkdir').mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  syncBuiltinESMExports();
  const { createFileStore } = await import('./file-store.ts');
  const store = createFileStore(join(folder, 'full'), 0);
  const id = 'cccfbaa7-0000-4000-8000-000000000000';
  await expect(put(store, id)).rejects.toMatchObject({ code: 'DiskFull' });
  await put(store, id);
  expect((await store.read(id, bytes.length)).equals(bytes)).toBe(true);
});
