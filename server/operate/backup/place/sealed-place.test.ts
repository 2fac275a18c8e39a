import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderPlace } from './folder-place.ts';
import { createSealedPlace } from './sealed-place.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-sealed-place-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const KEY = Buffer.alloc(32, 3);
const sealedWith = (key: Buffer) => createSealedPlace(createFolderPlace(folder), key);

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_000) yield Buffer.from(bytes.subarray(at, at + 100_000));
}

async function read(name: string, key = KEY): Promise<Buffer> {
  const parts = [];
  for await (const part of sealedWith(key).read(name)) parts.push(part);
  return Buffer.concat(parts);
}

describe('sealed files', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros, as most of a WAL file is', Buffer.alloc(16 * 1024 * 1024)],
    ['several segments of noise', randomBytes(900_001)],
  ])('decrypts %s to the original bytes', async (name, bytes) => {
    await sealedWith(KEY).write(`a/${name}`, inPieces(bytes));
    expect((await read(`a/${name}`)).equals(bytes)).toBe(true);
  });

  test('stores no clear text', async () => {
    await sealedWith(KEY).write('text', inPieces(Buffer.from('Maria Lopez, 519-28-6174')));
    expect((await readFile(join(folder, 'text'))).includes('Lopez')).toBe(false);
  });

  test('reports another key, not damage, before the first byte', async () => {
    await sealedWith(KEY).write('other', inPieces(Buffer.from('secret')));
    await expect(read('other', Buffer.alloc(32, 4))).rejects.toThrow(/needs the recovery sheet/);
  });

  test('rejects changed, truncated, extended and renamed files', async () => {
    await sealedWith(KEY).write('file', inPieces(randomBytes(600_000)));
    const path = join(folder, 'file');
    const good = await readFile(path);
    const flipped = Buffer.from(good);
    flipped.writeUInt8((flipped[300_000] ?? 0) ^ 1, 300_000);
    const changes = [
      flipped,
      good.subarray(0, -1),
      good.subarray(0, 262_144 + 16 + 57),
      Buffer.concat([good, good]),
    ];
    for (const bytes of changes) {
      await writeFile(path, bytes);
      await expect(read('file')).rejects.toThrow('is not what was written there: it was changed or cut off.');
    }
    for (const length of [0, 10, 40]) {
      await writeFile(path, good.subarray(0, length));
      await expect(read('file')).rejects.toThrow('is not a file of a backup, or was cut off.');
    }
    await writeFile(join(folder, 'elsewhere'), good);
    await expect(read('elsewhere')).rejects.toThrow('it was changed or cut off');
  });

  test('keeps the previous file, and nothing else, when a write fails midway', async () => {
    await sealedWith(KEY).write('kept', inPieces(Buffer.from('the previous')));
    const failing = async function* () {
      yield randomBytes(700_000);
      throw new Error('the source broke');
    };
    await expect(sealedWith(KEY).write('kept', failing())).rejects.toThrow('the source broke');
    expect((await read('kept')).toString()).toBe('the previous');
    expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
  });
});
