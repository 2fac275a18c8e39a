import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { openClient } from '../client.ts';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { Binaries } from './libraries.ts';

/** The passwords of the cluster's administrator and the database's owner, created once, stored with mode 0600. */
export interface Passwords {
  administrator: string;
  owner: string;
}

/** The name of the owner and of its database. */
const name = 'nutmeg';
const ATTEMPT = '.new-';

/** The URL for the owner, who is no administrator, by TCP or by the Unix socket in the folder `host`. */
export function ownerUrl(port: number, { owner }: Passwords, host = '127.0.0.1'): string {
  return `postgres://${name}:${owner}@${encodeURIComponent(host)}:${port}/${name}`;
}

export function administratorUrl(port: number, { administrator }: Passwords): string {
  return `postgres://postgres:${administrator}@127.0.0.1:${port}/postgres`;
}

interface Creation {
  binaries: Binaries;
  account: Account;
  cluster: string;
  password: string;
}

/**
 * Creates the cluster if it does not exist. It is created under a new temporary name each time, so a killed first start
 * leaves nothing that looks like a cluster, even if one of its programs is still writing.
 */
export async function ensureCluster({ binaries, account, cluster, password }: Creation): Promise<void> {
  await removeAttempts(cluster);
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (made !== undefined) return refuseOtherVersion(made.trim(), binaries.version.split('.')[0]);
  const growing = `${cluster}${ATTEMPT}${randomBytes(4).toString('hex')}`;
  const passwordFile = `${growing}.password`;
  try {
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
    await makeFolder(growing, account);
    if (account.owner) await chown(passwordFile, account.owner.uid, account.owner.gid);
    await initialise(binaries, account, growing, passwordFile);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(growing, cluster);
}

async function removeAttempts(cluster: string): Promise<void> {
  const around = dirname(cluster);
  const names = await readdir(around);
  const left = names.filter((entry) => entry.startsWith(basename(cluster) + ATTEMPT));
  // Files that are still being written can't be removed now; a later start will do it.
  await Promise.allSettled(left.map((entry) => rm(join(around, entry), { recursive: true, force: true })));
}

async function makeFolder(path: string, { owner }: Account): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (owner) await chown(path, owner.uid, owner.gid);
}

/** The built-in C.UTF-8 sorts the same on every operating system, so a copied folder stays valid. */
async function initialise(binaries: Binaries, account: Account, folder: string, passwordFile: string) {
  const { file, args, ...ids } = account.command(binaries.initdb, [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]);
  const child = spawn(file, args, {
    ...ids,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'exit')]);
  if (code !== 0) throw new EmbeddedPostgresError(`The database could not be created:\n${said.join('')}`);
}

function refuseOtherVersion(made: string, ours: string | undefined): void {
  if (made === ours) return;
  throw new EmbeddedPostgresError(
    `The database in the data folder was made by PostgreSQL ${made}; this is ${ours}. ` +
      'docs/operations.md says how to take it over.',
  );
}

/**
 * Creates the owner's login and database, as far as they are missing, so that a killed first start can be completed.
 * The owner has only the rights that an external PostgreSQL must give it, and `createdb` for tests.
 */
export async function provision(port: number, passwords: Passwords): Promise<void> {
  await asAdministrator(port, passwords, async (client) => {
    const { rowCount: known } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (known === 0) await client.query(`create role ${name} login createdb createrole`);
    await client.query(`alter role ${name} password ${pg.escapeLiteral(passwords.owner)}`);
    const { rowCount: made } = await client.query('select from pg_database where datname = $1', [name]);
    if (made === 0) await client.query(`create database ${name} owner ${name}`);
  });
}

/** The passwords in `keys/` don't match the database. */
export class WrongPasswordsError extends EmbeddedPostgresError {}

/** Changes the passwords of both logins, in one transaction. Open connections stay open. */
export async function alterPasswords(port: number, present: Passwords, next: Passwords): Promise<void> {
  await asAdministrator(port, present, async (client) => {
    await client.query('begin');
    await client.query(`alter role ${name} password ${pg.escapeLiteral(next.owner)}`);
    await client.query(`alter role postgres password ${pg.escapeLiteral(next.administrator)}`);
    await client.query('commit');
  });
}

async function asAdministrator(
  port: number,
  passwords: Passwords,
  work: (client: pg.Client) => Promise<void>,
) {
  const connectionString = administratorUrl(port, passwords);
  const client = await openClient({ connectionString }).catch((error: Error) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error;
    throw new WrongPasswordsError(
      'The passwords under keys/ in the data folder are not those of its database. Restore keys/ and postgres/ from the same backup.',
      { cause: error },
    );
  });
  await work(client).finally(() => client.end());
}
