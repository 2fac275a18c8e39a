import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { recordDisk } from '#tests/support/recorded-disk.ts';

test('a file of a backup survives a power loss once it is stored, and so do new folders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-place-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const acts = recordDisk(folder);
  const { createFolderPlace } = await import('./folder-place.ts');
  await createFolderPlace(folder).put('wal/a/1', Readable.from([Buffer.from('x')]));
  const [, draft] = acts;
  expect(draft).toMatch(/^sync \.unfinished\/wal%2Fa%2F1\./);
  expect(acts).toEqual(['sync .', draft, 'sync wal', 'sync .', 'rename wal/a/1', 'sync wal/a']);
});

test('nothing is written to a mount point that has lost its disk, or never had it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-place-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { createFolderPlace } = await import('./folder-place.ts');
  const [mount, disk] = [join(folder, 'mount'), join(folder, 'disk')];
  await mkdir(mount);
  const place = createFolderPlace(mount);
  const put = (name: string) => place.put(name, Readable.from([Buffer.from('x')]));
  await place.claim?.(async () => []);
  await put('backups/a/manifest');
  await rename(mount, disk);
  await mkdir(mount);
  await expect(put('wal/a/1')).rejects.toThrow('Is its disk still mounted?');
  const claim = () => createFolderPlace(mount).claim?.(async () => ['backups/a/manifest']);
  await expect(claim()).rejects.toThrow(
    `The backup place ${mount} can't be used: ${mount} has none of this portal's backups. Is its disk mounted? If they are lost for good, make an empty file ${join(mount, '.nutmeg')}.`,
  );
  expect(await readdir(mount)).toEqual([]);
  await rmdir(mount);
  await rename(disk, mount);
  await put('wal/a/1');
  // As at the first backup of this release.
  await rm(join(mount, '.nutmeg'));
  await claim();
  expect(await readdir(mount)).toContain('.nutmeg');
});
