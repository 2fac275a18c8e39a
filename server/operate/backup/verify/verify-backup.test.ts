import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSealer } from '#server/sealing/sealer.ts';
import type { Manifest } from '../manifest.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import { createSealedPlace } from '../place/sealed-place.ts';
import { verifyBackup } from './verify-backup.ts';

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: 800_000_000, bsize: 1 }),
}));

test('a verification leaves the portal’s database the space that uploads leave it, too', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-verify-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const key = Buffer.alloc(32, 7);
  const manifest = {
    kind: 'cluster',
    files: [],
    documents: { missing: [] as string[] },
  } as unknown as Manifest;
  await expect(
    verifyBackup({
      sealed: createSealedPlace(createFolderPlace(dataDir), key),
      manifest,
      dataDir,
      sealer: createSealer(key),
      onProblem: () => undefined,
      log: { info: () => undefined, error: () => undefined },
    }),
  ).rejects.toThrow(`the disk of ${dataDir} has 800 MB left`);
  expect(await readdir(dataDir)).toEqual([]);
});
