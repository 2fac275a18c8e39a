import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import { type KeyRing, PREVIOUS_KEYS } from '#server/sealing/key-ring.ts';
import { ENCRYPTION_KEY_FILE, MASTER_KEY_BYTES } from '#server/sealing/master-key.ts';
import { replaceFile } from '#server/sealing/replace-file.ts';
import { syncFolder } from '#server/sealing/sync-folder.ts';
import { unlessGone } from '#server/unless-gone.ts';
import { type Rewrapped, rewrapAll } from './rewrap.ts';

/**
 * The steps of a master key rotation, all below `keys/`:
 *
 * 1. The current key is copied to `previous/FINGERPRINT.rotating`, so that it still opens what it sealed.
 * 2. A new key replaces `encryption.key`, by one rename. Every server on this folder uses it for the next value that it
 *    seals (`KeyRing`).
 * 3. Everything is resealed (`rewrapAll`). This can be interrupted and repeated.
 * 4. `previous/FINGERPRINT.rotating` is renamed to `previous/FINGERPRINT.key`. Older backups need it.
 */
const ROTATING = '.rotating';

const pathsOf = (dataDir: string) => {
  const folder = join(dataDir, 'keys');
  return { current: join(folder, ENCRYPTION_KEY_FILE), previous: join(folder, PREVIOUS_KEYS) };
};

/** The fingerprint of the key that is being replaced; undefined if no rotation was started. */
export async function findRotation(dataDir: string, keyRing: KeyRing): Promise<string | undefined> {
  const names = await readdir(pathsOf(dataDir).previous);
  const rotating = names.find((name) => name.endsWith(ROTATING))?.slice(0, -ROTATING.length);
  // Killed after the first step: the key is still the current one, so nothing has happened.
  return rotating === keyRing.fingerprint() ? undefined : rotating;
}

/** Steps 1 and 2. Returns the fingerprint of the old key. */
export async function beginRotation(dataDir: string, keyRing: KeyRing): Promise<string> {
  const { current, previous } = pathsOf(dataDir);
  const from = keyRing.fingerprint();
  await replaceFile(join(previous, from + ROTATING), await readFile(current, 'utf8'));
  await replaceFile(current, randomBytes(MASTER_KEY_BYTES).toString('base64'));
  return from;
}

/** Step 4. */
export async function endRotation(dataDir: string, from: string): Promise<void> {
  const { previous } = pathsOf(dataDir);
  await rename(join(previous, from + ROTATING), join(previous, `${from}.key`));
  await syncFolder(previous);
}

/** The fingerprints of the previous keys. */
export async function listPreviousKeys(dataDir: string): Promise<string[]> {
  const names = await readdir(pathsOf(dataDir).previous).catch(unlessGone);
  return (names ?? []).filter((name) => name.endsWith('.key')).map((name) => name.slice(0, -'.key'.length));
}

export async function removePreviousKey(dataDir: string, fingerprint: string): Promise<void> {
  await rm(join(pathsOf(dataDir).previous, `${fingerprint}.key`));
}

/** Locked rows are left for the next pass. Locks are short. */
const PASS_PAUSE_MS = 500;
const MAX_PASSES = 1_000;

/** Step 3: passes until one finds nothing: values sealed with the old key just before may come behind the first. */
export async function rewrapUntilDone(
  parts: { database: Database; keyRing: KeyRing },
  onProgress: (changed: number) => void,
): Promise<Rewrapped> {
  let changed = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = changed;
    const done = await rewrapAll({ ...parts, onProgress: (soFar) => onProgress(before + soFar.changed) });
    changed += done.changed;
    if (done.changed === 0 && done.left === 0) return { ...done, changed };
    await pause(PASS_PAUSE_MS);
  }
  throw new Error('some values are always being changed; run the command again');
}
