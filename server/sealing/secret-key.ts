import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keptSecret } from './master-key.ts';
import { watchedSecret } from './watched-secret.ts';

const FILE = 'secret.key';
const newKey = () => `sb_secret_${randomBytes(24).toString('base64url')}`;

/** The key that acts as `service_role`, made once and kept under the data folder. */
export function keptSecretKey(dataDir: string): Promise<string> {
  return keptSecret(dataDir, FILE, newKey);
}

/** The configured one, else the kept one, which may be replaced while we run. */
export async function secretKeyOf(config: {
  dataDir: string;
  secretKey: string | undefined;
}): Promise<() => string> {
  const { dataDir, secretKey } = config;
  if (secretKey !== undefined) return () => secretKey;
  await keptSecretKey(dataDir);
  return watchedSecret(join(dataDir, 'keys', FILE));
}

/** Puts a new one in its place, at once and whole. */
export async function rotateSecretKey(dataDir: string): Promise<string> {
  await keptSecretKey(dataDir);
  const key = newKey();
  await replaceSecret(join(dataDir, 'keys', FILE), key);
  return key;
}

/** Puts another text in the place of a kept secret: after a crash it is the old one or the new one. */
export async function replaceSecret(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
