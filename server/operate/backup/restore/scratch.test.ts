import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createScratchFolder } from './scratch.ts';

test('a second verification leaves the folder of the first, whose database has not started yet', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-scratch-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const exists = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  const first = await createScratchFolder(dataDir);
  const second = await createScratchFolder(dataDir);
  expect(await exists(first.folder)).toBe(true);
  await first.remove();
  await second.remove();
  expect([await exists(first.folder), await exists(second.folder)]).toEqual([false, false]);
  // That of a run that was killed.
  const killed = await mkdtemp(join(dataDir, 'scratch-'));
  await (await createScratchFolder(dataDir)).remove();
  expect(await exists(killed)).toBe(false);
});
