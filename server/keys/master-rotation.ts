import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keyFingerprint } from '#domain/account/recovery-sheet.ts';
import type { Database } from '#server/database/database.ts';
import { type KeyRing, PREVIOUS_KEYS } from '#server/sealing/key-ring.ts';
import { ENCRYPTION_KEY_FILE, MASTER_KEY_BYTES } from '#server/sealing/master-key.ts';
import { type Rewrapped, rewrapAll } from './rewrap.ts';

/**
 * The files of a change of the master key, all below `keys/`:
 *
 * 1. `previous/FINGERPRINT.rotating` gets the present key. It opens what it sealed from here on, whatever follows.
 * 2. A new key takes the place of `encryption.key`, by one rename. Every server that uses the files takes it on with
 *    the next value that it seals (`KeyRing`).
 * 3. Everything is resealed (`rewrapAll`), which may be killed and started again.
 * 4. `previous/FINGERPRINT.rotating` becomes `previous/FINGERPRINT.key`: put aside. Backups from before need it.
 */
const ROTATING = '.rotating';

const pathsOf = (dataDir: string) => {
  const folder = join(dataDir, 'keys');
  return { folder, present: join(folder, ENCRYPTION_KEY_FILE), previous: join(folder, PREVIOUS_KEYS) };
};

/** The fingerprint of the key that is being replaced; undefined if no rotation was started. */
export async function findRotation(dataDir: string, keyRing: KeyRing): Promise<string | undefined> {
  const names = await readdir(pathsOf(dataDir).previous);
  const begun = names.find((name) => name.endsWith(ROTATING))?.slice(0, -ROTATING.length);
  // Killed after the first step: the key is still the present one, so nothing has begun.
  return begun === keyRing.fingerprint() ? undefined : begun;
}

/** Steps 1 and 2. Answers with the fingerprints of the old key and the new one. */
export async function beginRotation(
  dataDir: string,
  keyRing: KeyRing,
): Promise<{ from: string; to: string }> {
  const { folder, present, previous } = pathsOf(dataDir);
  const from = keyRing.fingerprint();
  await mkdir(previous, { recursive: true, mode: 0o700 });
  const copy = join(folder, `${from}.copy`);
  await copyFile(present, copy);
  await durable(copy);
  await rename(copy, join(previous, from + ROTATING));
  await durable(previous);

  const key = randomBytes(MASTER_KEY_BYTES);
  const draft = `${present}.new`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(key.toString('base64'));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, present);
  await durable(folder);
  return { from, to: keyFingerprint(key) };
}

/** Step 4. */
export async function endRotation(dataDir: string, from: string): Promise<void> {
  const { previous } = pathsOf(dataDir);
  await rename(join(previous, from + ROTATING), join(previous, `${from}.key`));
  await durable(previous);
}

/** The fingerprints of the keys that are put aside. */
export async function listPreviousKeys(dataDir: string): Promise<string[]> {
  const names = await readdir(pathsOf(dataDir).previous).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.key')).map((name) => name.slice(0, -'.key'.length));
}

export async function removePreviousKey(dataDir: string, fingerprint: string): Promise<void> {
  await rm(join(pathsOf(dataDir).previous, `${fingerprint}.key`));
}

/** Locked rows are left to the next pass; no row is locked for long. */
const BETWEEN_PASSES_MS = 500;
const MOST_PASSES = 1_000;

/**
 * Step 3: passes until one finds nothing to do, since values that were sealed with the old key a moment before the
 * change may be written behind the first pass.
 */
export async function rewrapUntilDone(
  parts: { database: Database; keyRing: KeyRing },
  onProgress: (changed: number) => void,
): Promise<Rewrapped> {
  let changed = 0;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const before = changed;
    const done = await rewrapAll({ ...parts, onProgress: (soFar) => onProgress(before + soFar.changed) });
    changed += done.changed;
    if (done.changed === 0 && done.left === 0) return { ...done, changed };
    await pause(BETWEEN_PASSES_MS);
  }
  throw new Error('some values are always being changed; run the command again');
}

async function durable(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
