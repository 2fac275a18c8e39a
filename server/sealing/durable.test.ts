import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordDisk } from '#tests/support/recorded-disk.ts';

test('a key survives a power loss once it is made or replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const acts = recordDisk(folder);
  const { loadSecretKey, rotateSecretKey } = await import('./secret-key.ts');
  await loadSecretKey(folder);
  const [draft] = acts;
  expect(draft).toMatch(/^sync keys\/secret\.key\.\w+$/);
  expect(acts.splice(0)).toEqual([draft, 'link keys/secret.key', 'sync keys', 'sync .']);
  await rotateSecretKey(folder);
  expect(acts).toEqual(['sync keys/.secret.key.draft', 'rename keys/secret.key', 'sync keys']);
});
