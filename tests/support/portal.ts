import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import PostalMime, { type Email } from 'postal-mime';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const PUBLISHABLE_KEY = 'sb_publishable_nutmeg';
export const SECRET_KEY = 'sb_secret_for_tests_only_0123456789';
/** 32 bytes, the same for all servers of a run, so that any two can share a database. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

export interface TestPortal {
  url: string;
  dataDir: string;
  database: TestDatabase;
  /** Everything that the server has printed, for a failing test's eyes. */
  output(): string;
  /** The mails written so far, oldest first. */
  mails(): Promise<Email[]>;
  /** Waits for the newest mail to an address that meets the condition. */
  mailTo(address: string, condition?: (mail: Email) => boolean): Promise<Email>;
  /** `kill -9`, then a new process on the same data, port and database. */
  killAndRestart(): Promise<void>;
  /** SIGTERM; resolves with the exit code. Data folder and database stay. */
  stopServer(): Promise<number | null>;
  /** Stops the server and removes all that it had. */
  close(): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  database?: TestDatabase;
  /** Serve the site too, from this build. */
  siteFolder?: string;
}

/** The real server as a process of its own, on a free port of the loopback, with a database and a folder of its own. */
export async function startPortal({ env = {}, database, siteFolder }: Options = {}): Promise<TestPortal> {
  const ownDatabase = database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-portal-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    SITE_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: ownDatabase.url,
    SECRET_KEY,
    ENCRYPTION_KEY,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  };
  let printed = '';
  const start = async () => {
    const site = siteFolder === undefined ? [] : ['--site', siteFolder];
    const child = spawn(process.execPath, ['server/main.ts', ...site], { cwd: root, env: environment });
    child.stdout.on('data', (chunk) => (printed += chunk));
    child.stderr.on('data', (chunk) => (printed += chunk));
    await ready(child, url, () => printed);
    return child;
  };
  let child = await start();

  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  const mails = () => readOutbox(join(dataDir, 'outbox'));

  return {
    url,
    dataDir,
    database: ownDatabase,
    output: () => printed,
    mails,
    mailTo: (address, condition = () => true) =>
      eventually(async () =>
        (await mails()).findLast(
          (mail) =>
            mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()) && condition(mail),
        ),
      ),
    killAndRestart: async () => {
      await stop('SIGKILL');
      child = await start();
    },
    stopServer: () => stop('SIGTERM'),
    close: async () => {
      await stop('SIGTERM');
      if (database === undefined) await ownDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess, url: string, printed: () => string): Promise<void> {
  await eventually(async () => {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the server ended while starting:\n${printed()}`);
    }
    return fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  }, 30_000);
}

/** Asks again until the answer is truthy; a thrown error ends it at once. */
export async function eventually<T>(
  ask: () => Promise<T | undefined | false | null>,
  patienceMs = 15_000,
): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > until) throw new Error(`waited ${patienceMs} ms in vain`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The parsed mails of an outbox folder, oldest first. */
export async function readOutbox(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const whole = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(whole.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}
