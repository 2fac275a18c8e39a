import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rotateSecretKey, watchSecretKey } from './secret-key.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a replaced key is the only one with the next use', async () => {
  const current = await watchSecretKey({ dataDir, secretKey: undefined });
  const keys = [current(), current()];
  for (let n = 0; n < 3; n++) {
    const key = await rotateSecretKey(dataDir);
    expect(current()).toBe(key);
    keys.push(key);
  }
  expect(new Set(keys).size).toBe(4);
});

test('a key of the configuration stays', async () => {
  const current = await watchSecretKey({ dataDir, secretKey: 'sb_secret_of_the_environment' });
  await rotateSecretKey(dataDir);
  expect(current()).toBe('sb_secret_of_the_environment');
});
