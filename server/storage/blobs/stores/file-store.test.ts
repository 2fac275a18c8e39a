import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobMissingError, type BlobStore } from './blob-store.ts';
import { createFileStore } from './file-store.ts';
import { storeFailure } from './store-failure.ts';

let folder: string;
let store: BlobStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-files-'));
  store = createFileStore(join(folder, 'not', 'yet', 'there'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe('file store', () => {
  it('stores, reads, and removes bytes, whole and in ranges', async () => {
    const id = randomUUID();
    const bytes = randomBytes(700_000);
    await store.put(id, Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]));
    expect((await buffer(await store.get(id))).equals(bytes)).toBe(true);
    const part = await buffer(await store.get(id, { start: 10, end: 400_000 }));
    expect(part.equals(bytes.subarray(10, 400_001))).toBe(true);
    await store.remove(id);
    await expect(store.get(id)).rejects.toThrow(BlobMissingError);
    await expect(store.read(id, bytes.length)).rejects.toThrow(BlobMissingError);
    expect(await files()).toEqual([]);
  });

  it('reads a blob at once, and one byte more of a blob that is longer than expected', async () => {
    const id = randomUUID();
    const bytes = randomBytes(100_000);
    await store.put(id, Readable.from([Buffer.from(bytes)]));
    expect((await store.read(id, bytes.length)).equals(bytes)).toBe(true);
    expect((await store.read(id, bytes.length + 5)).equals(bytes)).toBe(true);
    expect((await store.read(id, 999)).equals(bytes.subarray(0, 1000))).toBe(true);
    await store.remove(id);
  });

  it('keeps disk space free for the database', async () => {
    const full = createFileStore(folder, Number.MAX_SAFE_INTEGER);
    const before = await files();
    await expect(full.put(randomUUID(), Readable.from([randomBytes(10)]))).rejects.toMatchObject({
      code: 'DiskFull',
    });
    expect(await files()).toEqual(before);
  });

  it('the probe writes and leaves nothing behind', async () => {
    await expect(store.probe()).resolves.toBeUndefined();
    expect(await readdir(join(folder, 'not', 'yet', 'there'))).not.toContainEqual(
      expect.stringContaining('probe'),
    );
  });

  it('is unavailable while its folder can’t be written to, and recovers without a restart', async () => {
    const place = join(folder, 'a file', 'where a folder should be');
    await writeFile(join(folder, 'a file'), '');
    const homeless = createFileStore(place);
    const id = randomUUID();
    const put = () => homeless.put(id, Readable.from([Buffer.from('x')]));
    const unavailable = { code: 'StoreUnavailable', cause: { code: 'ENOTDIR' } };
    await expect(homeless.probe()).rejects.toMatchObject(unavailable);
    await expect(put()).rejects.toMatchObject(unavailable);
    await expect(homeless.get(id)).rejects.toMatchObject(unavailable);
    await rm(join(folder, 'a file'));
    await homeless.probe();
    await put();
    // The disk was unmounted and came back empty.
    await rm(place, { recursive: true });
    await expect(put()).rejects.toMatchObject({ code: 'StoreUnavailable' });
    await put();
    expect(await buffer(await homeless.get(id))).toEqual(Buffer.from('x'));
    await homeless.remove(id);
  });

  it('writes nothing to a mount point that has lost its disk', async () => {
    const [disk, away] = [join(folder, 'disk'), join(folder, 'away')];
    const mounted = createFileStore(disk, 0);
    const put = (id: string) => mounted.put(id, Readable.from([Buffer.from('x')]));
    await mounted.claim?.(async () => []);
    const stored = randomUUID();
    await put(stored);
    await rename(disk, away);
    await mkdir(disk);
    // The first looks for its own folder; the others would make one.
    for (const id of [stored, stored, ...Array.from({ length: 5 }, () => randomUUID())]) {
      await expect(put(id)).rejects.toMatchObject({ code: 'StoreUnavailable' });
    }
    // Nothing may call a document lost that is on the disk.
    const reads = [() => mounted.get(stored), () => mounted.read(stored, 1), () => mounted.open(stored)];
    for (const read of reads) {
      await expect(read()).rejects.toMatchObject({ code: 'StoreUnavailable' });
    }
    await expect(mounted.probe()).rejects.toMatchObject({
      code: 'StoreUnavailable',
      cause: { message: expect.stringContaining('disk') },
    });
    await expect(createFileStore(disk, 0).claim?.(async () => [stored])).rejects.toMatchObject({
      code: 'StoreUnavailable',
      cause: { message: expect.stringContaining(join(disk, '.nutmeg')) },
    });
    expect(await readdir(disk)).toEqual([]);
    await rmdir(disk);
    await rename(away, disk);
    await mounted.probe();
    await expect(mounted.get(randomUUID())).rejects.toBeInstanceOf(BlobMissingError);
    await put(randomUUID());
    await rm(disk, { recursive: true });
  });

  it('is claimed again by what it holds, or by hand', async () => {
    const place = join(folder, 'restored');
    const restored = createFileStore(place, 0);
    const id = randomUUID();
    await restored.put(id, Readable.from([Buffer.from('x')]));
    // As after a restore, or an upgrade from a release without marks.
    await restored.claim?.(async () => [randomUUID(), id]);
    expect(await readdir(place)).toContain('.nutmeg');
    const lost = join(folder, 'lost');
    await mkdir(lost);
    await writeFile(join(lost, '.nutmeg'), '');
    await createFileStore(lost, 0).claim?.(async () => [id]);
    for (const made of [place, lost]) await rm(made, { recursive: true });
  });

  it.skipIf(process.platform !== 'linux')('reports a full disk', async () => {
    // This device accepts no bytes, like a full disk.
    expect(storeFailure(await writeFile('/dev/full', 'x').catch((error: unknown) => error))).toMatchObject({
      code: 'DiskFull',
      cause: { code: 'ENOSPC' },
    });
  });

  it('creates files that only the owner can read', async () => {
    const id = randomUUID();
    await store.put(id, Readable.from([Buffer.from('x')]));
    const [file] = await files();
    const { mode } = await stat(join(file?.parentPath ?? '', file?.name ?? ''));
    expect(mode & 0o077).toBe(0);
    await store.remove(id);
  });

  it('never lists an incomplete file', async () => {
    const id = randomUUID();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('the client went away');
      })(),
    );
    await expect(store.put(id, broken)).rejects.toThrow('the client went away');
    await expect(store.get(id)).rejects.toThrow(BlobMissingError);
    expect((await files()).map(({ name }) => name)).toEqual([`${id}.part`]);
    await store.remove(id);
    expect(await files()).toEqual([]);
  });

  it('ignores removing a missing blob', async () => {
    await expect(store.remove(randomUUID())).resolves.toBeUndefined();
  });
});
