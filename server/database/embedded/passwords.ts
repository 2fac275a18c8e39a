import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOrCreateSecret } from '#server/sealing/master-key.ts';
import { replaceSecret } from '#server/sealing/secret-key.ts';
import { alterPasswords, WrongPasswordsError } from './cluster.ts';

/** Passwords of the cluster's administrator and of the database's owner, made once, kept 0600. */
export interface Passwords {
  administrator: string;
  owner: string;
}

const FILES = {
  administrator: 'postgres-administrator.password',
  owner: 'postgres-owner.password',
} as const;
/** Passwords that are about to become those of the database. */
const NEXT = '.next';

const make = () => randomBytes(24).toString('base64url');
const pathOf = (dataDir: string, whose: keyof Passwords) => join(dataDir, 'keys', FILES[whose]);

export async function loadPasswords(dataDir: string): Promise<Passwords> {
  return {
    administrator: await loadOrCreateSecret(dataDir, FILES.administrator, make),
    owner: await loadOrCreateSecret(dataDir, FILES.owner, make),
  };
}

/** The same as they are now, for a connection that is about to be opened. */
export function presentPasswords(dataDir: string): Passwords {
  const read = (whose: keyof Passwords) => readFileSync(pathOf(dataDir, whose), 'utf8');
  return { administrator: read('administrator'), owner: read('owner') };
}

/**
 * New passwords, while the database runs. They are kept beside the present ones before the database hears of them; if
 * we are killed in between, `withPasswords` finds out which ones count.
 */
export async function changePasswords(dataDir: string, port: number): Promise<void> {
  await withPasswords(dataDir, async (present) => {
    const next: Passwords = { administrator: make(), owner: make() };
    for (const whose of ['administrator', 'owner'] as const) {
      await replaceSecret(pathOf(dataDir, whose) + NEXT, next[whose]);
    }
    await alterPasswords(port, present, next);
  });
  await adoptNext(dataDir);
}

/**
 * Does the work with the passwords of the database: the next ones if a change was cut off before they had taken their
 * place. Throws `WrongPasswordsError` if neither are.
 */
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
  const present = await loadPasswords(dataDir);
  const read = (whose: keyof Passwords) => readFile(pathOf(dataDir, whose) + NEXT, 'utf8').catch(unlessGone);
  const [administrator, owner] = [await read('administrator'), await read('owner')];
  // The owner's takes its place first.
  return administrator === undefined ? undefined : { administrator, owner: owner ?? present.owner };
}

/** The owner's first: while the administrator's waits, a start knows that the change was cut off. */
async function adoptNext(dataDir: string): Promise<void> {
  for (const whose of ['owner', 'administrator'] as const) {
    await rename(pathOf(dataDir, whose) + NEXT, pathOf(dataDir, whose)).catch(unlessGone);
  }
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
