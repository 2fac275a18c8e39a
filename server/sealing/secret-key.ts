import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOrCreateSecret } from './master-key.ts';
import { replaceFile } from './replace-file.ts';
import { watchFiles } from './watch-files.ts';

const FILE = 'secret.key';
const newKey = () => `sb_secret_${randomBytes(24).toString('base64url')}`;

/** Loads the key that acts as `service_role`, or creates it. */
export function loadSecretKey(dataDir: string): Promise<string> {
  return loadOrCreateSecret(dataDir, FILE, newKey);
}

/** Returns the configured key, or reads the stored one, which may be replaced while the server runs. */
export async function watchSecretKey(config: {
  dataDir: string;
  secretKey: string | undefined;
}): Promise<() => string> {
  const { dataDir, secretKey } = config;
  if (secretKey !== undefined) return () => secretKey;
  await loadSecretKey(dataDir);
  const path = join(dataDir, 'keys', FILE);
  return watchFiles([path], () => readFileSync(path, 'utf8'));
}

/** Replaces the key atomically. */
export async function rotateSecretKey(dataDir: string): Promise<string> {
  await loadSecretKey(dataDir);
  const key = newKey();
  await replaceFile(join(dataDir, 'keys', FILE), key);
  return key;
}
