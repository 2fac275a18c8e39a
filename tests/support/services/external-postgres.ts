import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { externalPostgresPrograms } from '../missing-services.ts';
import { root } from '../server/server-process.ts';
import { eventually, freePort } from '../waiting.ts';

const run = promisify(execFile);

export interface ExternalPostgres {
  /** The database as its plain owner: no superuser, no CREATEROLE, no CREATEDB. */
  url: string;
  administratorUrl: string;
  /** Ends it with the signal and starts it again on the same port. */
  restart(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a separate PostgreSQL cluster, prepared like in the operations manual. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const programs = externalPostgresPrograms();
  if (programs === undefined) throw new Error('no PostgreSQL is installed');
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-external-postgres-'));
  const account = await unprivileged();
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  await initialise({ programs, folder, account, password });

  const log = await open(join(folder, 'log'), 'a');
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    // Each portal of a test keeps its connections.
    max_connections: 800,
  };
  const start = () => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', join(folder, 'cluster'), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
      { ...account, cwd: '/', env: { LC_ALL: 'C' }, stdio: ['ignore', log.fd, log.fd] },
    );
    return { server, ended: once(server, 'exit') };
  };
  let running = start();
  const end = async (signal: NodeJS.Signals) => {
    running.server.kill(signal);
    await running.ended;
  };
  const restart = async (signal: NodeJS.Signals) => {
    await end(signal);
    // PostgreSQL can't start until the child processes of the killed server have exited.
    await eventually(async () => {
      if (running.server.exitCode !== null || running.server.signalCode !== null) running = start();
      return isUp(administratorUrl);
    }, 60_000);
  };
  const stop = async () => {
    await end('SIGQUIT');
    await log.close();
    await rm(folder, { recursive: true, force: true });
  };
  const administratorUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  try {
    await prepare(administratorUrl, password);
    return { url: `postgres://nutmeg:${password}@127.0.0.1:${port}/nutmeg`, administratorUrl, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function isUp(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

type Account = { uid: number; gid: number } | Record<string, never>;

/** PostgreSQL refuses to run as root. */
export async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

interface Creation {
  programs: string;
  folder: string;
  account: Account;
  password: string;
}

async function initialise({ programs, folder, account, password }: Creation): Promise<void> {
  const [cluster, passwordFile] = [join(folder, 'cluster'), join(folder, 'password')];
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined) {
    for (const path of [folder, cluster, passwordFile]) await chown(path, account.uid, account.gid);
  }
  await run(
    join(programs, 'initdb'),
    [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    { ...account, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } },
  );
}

/** Runs `database/prepare.sql`, the file for administrators. */
async function prepare(administratorUrl: string, password: string): Promise<void> {
  const client = await eventually(async () => {
    const attempt = new pg.Client({ connectionString: administratorUrl });
    return attempt.connect().then(
      () => attempt,
      () => undefined,
    );
  });
  try {
    const script = await readFile(join(root, 'database', 'prepare.sql'), 'utf8');
    const statements = script
      .replace(/^--.*$/gm, '')
      .replace('choose-a-password', password)
      .split(';')
      .filter((statement) => statement.trim() !== '');
    // One by one, since several statements would be a transaction, in which a database can't be created.
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
