import { mkdtemp, rm } from 'node:fs/promises';
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
