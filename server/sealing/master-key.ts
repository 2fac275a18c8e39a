import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessGone } from '#server/unless-gone.ts';
import { syncFolder } from './sync-folder.ts';

export const MASTER_KEY_BYTES = 32;

/**
 * Loads a secret of the data folder, or creates it, readable by its owner only (0600). Safe for processes that start
 * together: the file appears complete, and the second process reads it.
 */
export async function loadOrCreateSecret(dataDir: string, name: string, make: () => string): Promise<string> {
  const folder = join(dataDir, 'keys');
  const path = join(folder, name);
  const existing = await readFile(path, 'utf8').catch(unlessGone);
  if (existing !== undefined) return existing;
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, make(), { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  // What is sealed with a key that a power loss takes away can't be opened again.
  await syncFolder(folder);
  if (made !== undefined) await syncFolder(dirname(made));
  return readFile(path, 'utf8');
}

export const ENCRYPTION_KEY_FILE = 'encryption.key';

/** 32 bytes in base64 from the configuration, or from the data folder, where it is created if there is none. */
export async function loadMasterKey(dataDir: string, configured: string | undefined): Promise<Buffer> {
  const make = () => randomBytes(MASTER_KEY_BYTES).toString('base64');
  return decodeKey(configured ?? (await loadOrCreateSecret(dataDir, ENCRYPTION_KEY_FILE, make)));
}

/** The same without creating a key: undefined if there is none. */
export async function findMasterKey(
  dataDir: string,
  configured: string | undefined,
): Promise<Buffer | undefined> {
  const path = join(dataDir, 'keys', ENCRYPTION_KEY_FILE);
  const text = configured ?? (await readFile(path, 'utf8').catch(unlessGone));
  return text === undefined ? undefined : decodeKey(text);
}

/** The encryption key is damaged. */
export class MasterKeyError extends Error {}

/** Decodes a key of `MASTER_KEY_BYTES` from base64. Throws `MasterKeyError`. */
export function decodeKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === MASTER_KEY_BYTES) return key;
  throw new MasterKeyError(
    `ENCRYPTION_KEY: the key in keys/${ENCRYPTION_KEY_FILE} has ${key.length} bytes; it must have ${MASTER_KEY_BYTES}, in base64. ` +
      'Restore the file from a backup.',
  );
}
