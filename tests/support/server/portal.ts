import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { beforeAll, inject } from 'vitest';
import { type Balancer, startBalancer } from '../services/balancer.ts';
import { newestMailTo, readOutbox } from '../services/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { eventually } from '../waiting.ts';
import { buildSite } from './build-site.ts';
import { ENCRYPTION_KEY, SECRET_KEY, STAFF_INBOX } from './keys.ts';
import { createPortalHost } from './portal-host.ts';
import { prepareServer, type Server, type ServerOptions } from './server-process.ts';

export { eventually, freePort } from '../waiting.ts';
export { ENCRYPTION_KEY, PUBLISHABLE_KEY, SECRET_KEY, STAFF_INBOX } from './keys.ts';
export { root } from './server-process.ts';

/** The settings of shared portals, beside those of all test servers. */
export const SHARED_KINDS = {
  default: {},
  limited: { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
  /** Its database has the tables of `rest-tables.ts`. */
  rest: {},
  visitors: { CAPTCHA: 'embedded', STAFF_INBOX, STAFF_MFA: 'optional' },
  /** It serves the built site. */
  site: {},
};

export type SharedKind = keyof typeof SHARED_KINDS;

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
  output(): string;
  /** `kill -9`, then a new process on the same data, port and database. */
  killAndRestart(): Promise<void>;
}

export interface TestPortal extends SharedPortal {
  /** One for each server. */
  dataDirs: string[];
  /** SIGTERM; resolves with the exit code, if it has its own process. Data folder and database stay. */
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
  /** As in production: for exit codes, for what the process prints, and for kills in the middle of work. */
  ownProcess?: boolean;
}

/**
 * Starts the server on a free port, with a new database and data folder. In the project "two-servers" there are two servers
 * behind a load balancer.
 */
export async function startPortal({
  env = {},
  database,
  siteFolder,
  ownProcess = false,
}: Options = {}): Promise<TestPortal> {
  const used: NonNullable<typeof database> = database ?? (await createTestDatabase());
  const options = { env: { ...settingsFor(used), ...env }, siteFolder };
  const { servers, balancer } = await prepareServers(options, ownProcess);
  const startAll = () => Promise.all(servers.map((server) => server.start()));
  const endAll = async (signal: NodeJS.Signals) =>
    (await Promise.all(servers.map((server) => server.end(signal))))[0] ?? null;
  const close = async () => {
    await balancer?.close();
    await Promise.all(servers.map((server) => server.remove()));
    if (database === undefined) await used.drop?.();
  };
  const dataDirs = servers.map(({ dataDir }) => dataDir);
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
    output: () => servers.map((server) => server.output()).join(''),
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
  const started = sharedPortals.get(kind) ?? startShared(kind);
  sharedPortals.set(kind, started);
  // The next file gets another one.
  started.catch(() => sharedPortals.delete(kind));
  const portal = await started;
  if (kind === 'limited') await portal.database.query('delete from nutmeg.buckets');
  const before = portal.output().length;
  return {
    ...portal,
    ...mailsIn(portal.dataDirs, new Date()),
    output: () => portal.output().slice(before),
  };
}

/** The same for all tests of a file: filled before the first one. */
export function portalForFile(kind?: SharedKind): SharedPortal {
  const portal = {} as SharedPortal;
  beforeAll(async () => void Object.assign(portal, await sharedPortal(kind)));
  return portal;
}

/** Files that share a worker share their modules too. */
const sharedPortals = new Map<SharedKind, Promise<TestPortal>>();

async function startShared(kind: SharedKind): Promise<TestPortal> {
  const site = kind === 'site' ? { siteFolder: await buildSite() } : {};
  return startPortal({ env: SHARED_KINDS[kind], ...site });
}

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

/** The processes of the servers that files share: one for each of the two servers. */
const hosts = [createPortalHost(), createPortalHost()];

async function prepareServers(
  { env, siteFolder }: ServerOptions,
  ownProcess: boolean,
): Promise<{ servers: Server[]; balancer: Balancer | undefined }> {
  const STORAGE_URL = inject('sharedStorageUrl');
  const balancer = STORAGE_URL === undefined ? undefined : await startBalancer();
  const shared = balancer && STORAGE_URL !== undefined ? { STORAGE_URL, SITE_URL: balancer.url } : {};
  const prepare = hosts.slice(0, balancer ? 2 : 1).map((host) => (ownProcess ? prepareServer : host));
  const servers = await Promise.all(prepare.map((one) => one({ env: { ...shared, ...env }, siteFolder })));
  balancer?.behind(servers.map(({ url }) => url));
  return { servers, balancer };
}
