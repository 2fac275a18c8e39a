import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireKeys } from './data-dir.ts';

const NAMES = ['encryption.key', 'postgres-administrator.password', 'postgres-owner.password'];
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-keys-'));
  await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '18');
  await mkdir(join(dataDir, 'keys'));
  for (const name of NAMES) await writeFile(join(dataDir, 'keys', name), 'kept');
});
afterEach(() => rm(dataDir, { recursive: true }));

test.each(NAMES)('a database without keys/%s is rejected', async (name) => {
  await requireKeys({ dataDir, encryptionKey: undefined });
  await rm(join(dataDir, 'keys', name));
  await expect(requireKeys({ dataDir, encryptionKey: undefined })).rejects.toThrow(`keys/${name} is missing`);
});

test('an encryption key that is set, or a folder without a database, needs no file', async () => {
  await rm(join(dataDir, 'keys', 'encryption.key'));
  await requireKeys({ dataDir, encryptionKey: 'set' });
  await rm(join(dataDir, 'postgres'), { recursive: true });
  await rm(join(dataDir, 'keys'), { recursive: true });
  await requireKeys({ dataDir, encryptionKey: undefined });
});
