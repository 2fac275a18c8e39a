import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { inject } from 'vitest';
import { type Balancer, startBalancer } from '../services/balancer.ts';
import { newestMailTo, readOutbox } from '../services/outbox.ts';
import {
  createTestDatabase,
  injected,
  openPool,
  type Provided,
  queryOf,
  type TestDatabase,
} from '../test-database.ts';
import { eventually } from '../waiting.ts';
import { ENCRYPTION_KEY, SECRET_KEY, STAFF_INBOX } from './keys.ts';
import { prepareServer, type ServerProcess } from './server-process.ts';

export { eventually, freePort } from '../waiting.ts';
export { ENCRYPTION_KEY, PUBLISHABLE_KEY, SECRET_KEY, STAFF_INBOX } from './keys.ts';
export { root } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the portal of a kind and a worker. */
    sharedPortals: string;
  }
}

/** The settings of shared portals, beside those of all test servers. */
export const SHARED_KINDS = {
  default: {},
  limited: { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
  /** Its database has the tables of `rest-tables.ts`. */
  rest: {},
  visitors: { CAPTCHA: 'embedded', STAFF_INBOX, STAFF_MFA: 'optional' },
  /** It serves the built site, to all workers. */
  site: {},
};

export type SharedKind = keyof typeof SHARED_KINDS;

/** Where a shared portal is, and what it printed, as the global setup `shared-portals.ts` answers. */
export interface SharedAddress {
  url: string;
  dataDirs: string[];
  databaseUrl: string;
  /** Of each server. */
  outputs: string[];
}

/** A portal that the files of a worker use one after the other. */
export interface SharedPortal {
  url: string;
  dataDir: string;
  database: Pick<TestDatabase, 'url' | 'query'>;
  /** The mails that were queued since the file began, and written by now, oldest first. */
  mails(): Promise<Email[]>;
  /** Waits for the newest of them to an address that meets the condition. */
  mailTo(address: string, condition?: (mail: Email) => boolean): Promise<Email>;
  /** The server's output since the file began. */
  output(): string | Promise<string>;
  /** `kill -9`, then a new process on the same data, port and database. */
  killAndRestart(): Promise<void>;
}

export interface TestPortal extends SharedPortal {
  /** One for each server. */
  dataDirs: string[];
  outputs(): string[];
  output(): string;
  /** SIGTERM; resolves with the exit code. Data folder and database stay. */
  stopServer(): Promise<number | null>;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  /** By default, a new one, which is dropped at the end. */
  database?: SharedPortal['database'] & Partial<TestDatabase>;
  /** Also serves the site from this build. */
  siteFolder?: string;
  provided?: Provided;
}

/**
 * Starts the server as a process on a free port, with a new database and data folder. In the project "two-servers" there
 * are two servers behind a load balancer.
 */
export async function startPortal({
  env = {},
  database,
  siteFolder,
  provided = injected(),
}: Options = {}): Promise<TestPortal> {
  const used: NonNullable<typeof database> = database ?? (await createTestDatabase(undefined, provided));
  const settings = { ...settingsFor(used), ...env };
  const { servers, balancer } = await prepareServers(settings, siteFolder, provided.sharedStorageUrl);
  const startAll = () => Promise.all(servers.map((server) => server.start()));
  const endAll = async (signal: NodeJS.Signals) =>
    (await Promise.all(servers.map((server) => server.end(signal))))[0] ?? null;
  const close = async () => {
    await balancer?.close();
    await Promise.all(servers.map((server) => server.remove()));
    if (database === undefined) await used.drop?.();
  };
  const dataDirs = servers.map(({ dataDir }) => dataDir);
  const outputs = () => servers.map((server) => server.output());
  const [first] = servers;
  if (!first) throw new Error('no server');

  await startAll().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: balancer?.url ?? first.url,
    dataDir: first.dataDir,
    dataDirs,
    database: used,
    outputs,
    output: () => outputs().join(''),
    ...mailsIn(dataDirs),
    killAndRestart: async () => {
      await endAll('SIGKILL');
      await startAll();
    },
    stopServer: () => endAll('SIGTERM'),
    close,
  };
}

/** The worker's own portal of a kind. It keeps what earlier files of the worker left in it, except used-up limits. */
export async function sharedPortal(kind: SharedKind = 'default'): Promise<SharedPortal> {
  const worker = kind === 'site' ? 'all' : process.env.VITEST_POOL_ID;
  const ask = async (method = 'GET') => {
    const answer = await fetch(`${inject('sharedPortals')}/${kind}/${worker}`, { method });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as SharedAddress;
  };
  const { url, dataDirs, databaseUrl, outputs } = await ask();
  const pool = sharedPools.get(databaseUrl) ?? openPool(databaseUrl);
  sharedPools.set(databaseUrl, pool);
  if (kind === 'limited') await pool.query('delete from nutmeg.buckets');
  return {
    url,
    dataDir: dataDirs[0] ?? '',
    database: { url: databaseUrl, query: queryOf(pool) },
    ...mailsIn(dataDirs, new Date()),
    output: async () => (await ask()).outputs.map((all, at) => all.slice(outputs[at]?.length)).join(''),
    killAndRestart: async () => void (await ask('POST')),
  };
}

/** Files that share a worker share their modules too. */
const sharedPools = new Map<string, ReturnType<typeof openPool>>();

function mailsIn(dataDirs: string[], since?: Date): Pick<SharedPortal, 'mails' | 'mailTo'> {
  const folders = dataDirs.map((dataDir) => join(dataDir, 'outbox'));
  return {
    mails: () => readOutbox(folders, since),
    mailTo: (address, condition = () => true) =>
      eventually(() => newestMailTo(folders, address, condition, since)),
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
  STORAGE_URL: string | undefined,
): Promise<{ servers: ServerProcess[]; balancer: Balancer | undefined }> {
  if (STORAGE_URL === undefined) {
    return { servers: [await prepareServer({ env, siteFolder })], balancer: undefined };
  }
  const balancer = await startBalancer();
  const shared = { STORAGE_URL, SITE_URL: balancer.url, ...env };
  const servers = await Promise.all([1, 2].map(() => prepareServer({ env: shared, siteFolder })));
  balancer.behind(servers.map(({ url }) => url));
  return { servers, balancer };
}
