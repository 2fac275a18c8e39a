import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOrCreateSecret } from '#server/sealing/master-key.ts';
import { replaceFile } from '#server/sealing/replace-file.ts';
import { unlessGone } from '#server/unless-gone.ts';
import { alterPasswords, type Passwords, WrongPasswordsError } from './cluster.ts';

const FILES = {
  administrator: 'postgres-administrator.password',
  owner: 'postgres-owner.password',
} as const;
/** Passwords that are about to be set. */
const NEXT = '.next';

const make = () => randomBytes(24).toString('base64url');
const pathOf = (dataDir: string, whose: keyof Passwords) => join(dataDir, 'keys', FILES[whose]);

export async function loadPasswords(dataDir: string): Promise<Passwords> {
  return {
    administrator: await loadOrCreateSecret(dataDir, FILES.administrator, make),
    owner: await loadOrCreateSecret(dataDir, FILES.owner, make),
  };
}

/** The current passwords, read for a new connection. */
export function currentPasswords(dataDir: string): Passwords {
  const read = (whose: keyof Passwords) => readFileSync(pathOf(dataDir, whose), 'utf8');
  return { administrator: read('administrator'), owner: read('owner') };
}

/**
 * Changes the passwords while the database runs. The new ones are stored beside the current ones before they are set.
 * If the process is killed in between, `withPasswords` finds out which ones are valid.
 */
export async function changePasswords(dataDir: string, port: number): Promise<void> {
  await withPasswords(dataDir, async (current) => {
    const next: Passwords = { administrator: make(), owner: make() };
    for (const whose of ['administrator', 'owner'] as const) {
      await replaceFile(pathOf(dataDir, whose) + NEXT, next[whose]);
    }
    await alterPasswords(port, current, next);
  });
  await adoptNext(dataDir);
}

/** Works with the valid passwords: the new ones if a change was interrupted. Throws `WrongPasswordsError`. */
export async function withPasswords(
  dataDir: string,
  work: (passwords: Passwords) => Promise<void>,
): Promise<void> {
  try {
    await work(await loadPasswords(dataDir));
  } catch (error) {
    const next = error instanceof WrongPasswordsError ? await nextPasswords(dataDir) : undefined;
    if (next === undefined) throw error;
    await work(next);
    await adoptNext(dataDir);
  }
}

async function nextPasswords(dataDir: string): Promise<Passwords | undefined> {
  const current = await loadPasswords(dataDir);
  const read = (whose: keyof Passwords) => readFile(pathOf(dataDir, whose) + NEXT, 'utf8').catch(unlessGone);
  const [administrator, owner] = [await read('administrator'), await read('owner')];
  // The owner's file is replaced first.
  return administrator === undefined ? undefined : { administrator, owner: owner ?? current.owner };
}

/** The owner's first: while the administrator's new file exists, a start knows that the change was interrupted. */
async function adoptNext(dataDir: string): Promise<void> {
  for (const whose of ['owner', 'administrator'] as const) {
    await rename(pathOf(dataDir, whose) + NEXT, pathOf(dataDir, whose)).catch(unlessGone);
  }
}
