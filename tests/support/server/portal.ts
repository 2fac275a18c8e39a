import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { inject } from 'vitest';
import { type Balancer, startBalancer } from '../services/balancer.ts';
import { readOutbox } from '../services/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { eventually } from '../waiting.ts';
import { ENCRYPTION_KEY, SECRET_KEY } from './keys.ts';
import { prepareServer, type ServerProcess } from './server-process.ts';

export { eventually, freePort } from '../waiting.ts';
export { ENCRYPTION_KEY, PUBLISHABLE_KEY, SECRET_KEY } from './keys.ts';
export { root } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set if each portal has two servers, which share this store (see `two-servers.ts`). */
    sharedStorageUrl: string | undefined;
  }
}

export interface TestPortal {
  url: string;
  dataDir: string;
  database: TestDatabase;
  /** The server's output. */
  output(): string;
  /** The mails written so far, oldest first. */
  mails(): Promise<Email[]>;
  /** Waits for the newest mail to an address that meets the condition. */
  mailTo(address: string, condition?: (mail: Email) => boolean): Promise<Email>;
  /** `kill -9`, then a new process on the same data, port and database. */
  killAndRestart(): Promise<void>;
  /** SIGTERM; resolves with the exit code. Data folder and database stay. */
  stopServer(): Promise<number | null>;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  database?: TestDatabase;
  /** Also serves the site from this build. */
  siteFolder?: string;
}

/**
 * Starts the server as a process on a free port, with a new database and data folder. In the project "two-servers" there
 * are two servers behind a load balancer.
 */
export async function startPortal({ env = {}, database, siteFolder }: Options = {}): Promise<TestPortal> {
  const ownDatabase = database ?? (await createTestDatabase());
  const { servers, balancer } = await prepareServers({ ...settingsFor(ownDatabase), ...env }, siteFolder);
  const startAll = () => Promise.all(servers.map((server) => server.start()));
  const endAll = async (signal: NodeJS.Signals) =>
    (await Promise.all(servers.map((server) => server.end(signal))))[0] ?? null;
  const close = async () => {
    await balancer?.close();
    await Promise.all(servers.map((server) => server.remove()));
    if (database === undefined) await ownDatabase.drop();
  };
  const mails = () => readOutbox(...servers.map(({ dataDir }) => join(dataDir, 'outbox')));
  const [first] = servers;
  if (!first) throw new Error('no server');

  await startAll().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: balancer?.url ?? first.url,
    dataDir: first.dataDir,
    database: ownDatabase,
    output: () => servers.map((server) => server.output()).join(''),
    mails,
    mailTo: (address, condition = () => true) =>
      eventually(async () =>
        (await mails()).findLast(
          (mail) =>
            mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()) && condition(mail),
        ),
      ),
    killAndRestart: async () => {
      await endAll('SIGKILL');
      await startAll();
    },
    stopServer: () => endAll('SIGTERM'),
    close,
  };
}

/** The settings that all test servers share. */
export function settingsFor({ url }: Pick<TestDatabase, 'url'>): Record<string, string> {
  return {
    DATABASE_URL: url,
    SECRET_KEY,
    ENCRYPTION_KEY,
    CAPTCHA: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
}

async function prepareServers(
  env: Record<string, string>,
  siteFolder: string | undefined,
): Promise<{ servers: ServerProcess[]; balancer: Balancer | undefined }> {
  const STORAGE_URL = inject('sharedStorageUrl');
  if (STORAGE_URL === undefined) {
    return { servers: [await prepareServer({ env, siteFolder })], balancer: undefined };
  }
  const balancer = await startBalancer();
  const shared = { STORAGE_URL, SITE_URL: balancer.url, ...env };
  const servers = await Promise.all([1, 2].map(() => prepareServer({ env: shared, siteFolder })));
  balancer.behind(servers.map(({ url }) => url));
  return { servers, balancer };
}
