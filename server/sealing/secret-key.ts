import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadOrCreateSecret } from './master-key.ts';
import { syncFolder } from './sync-folder.ts';

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
  return watchFile(join(dataDir, 'keys', FILE));
}

/** Replaces the key atomically. */
export async function rotateSecretKey(dataDir: string): Promise<string> {
  await loadSecretKey(dataDir);
  const key = newKey();
  await replaceSecret(join(dataDir, 'keys', FILE), key);
  return key;
}

/** Replaces a stored secret atomically: after a crash it is either the old or the new one, and the new one once this resolves. */
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
  await syncFolder(dirname(path));
}

/** Reads a file that may be replaced while the server runs. Looks at it each time: the replaced secret ends at once. */
function watchFile(path: string): () => string {
  const look = () => {
    const { ino, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs}`;
  };
  let seen = look();
  let text = readFileSync(path, 'utf8');
  return () => {
    try {
      const now = look();
      if (now !== seen) [text, seen] = [readFileSync(path, 'utf8'), now];
    } catch {
      // Unreadable right now; keep the last text.
    }
    return text;
  };
}
