import { once } from 'node:events';
import { stat, statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CertificateFacts, DatabaseFacts, Room, StoreFacts } from '#domain/health/machine.ts';
import { unavailability } from '#server/database/availability.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import type { Config } from '#server/settings/config.ts';
import { TimeoutError, withTimeout } from '#server/startup/with-timeout.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { StorageError } from '#server/storage/errors.ts';

const TIMEOUT_MS = 8_000;
const READ_ONLY = '25006';

// Counts connections of the whole cluster, because the limit applies to it.
const ABOUT = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('max_connections')::int as "connectionLimit",
    (select sum(numbackends)::int from pg_stat_database) as connections`;

/** Queries the database, and writes a row. */
export async function databaseFacts(database: Pick<Database, 'query'>): Promise<DatabaseFacts> {
  const asked = database.query<{ version: string; connections: number; connectionLimit: number }>(ABOUT);
  const about = await withTimeout(asked, TIMEOUT_MS).then(
    ({ rows }) => rows[0],
    // For any reason: the portal can't work without the database.
    () => undefined,
  );
  if (about === undefined) return { answers: false };
  return { answers: true, writes: await canWrite(database), ...about };
}

async function canWrite(database: Pick<Database, 'query'>): Promise<boolean> {
  try {
    await withTimeout(database.query('update nutmeg.health_watch set written_at = now()'), TIMEOUT_MS);
    return true;
  } catch (error) {
    if (error instanceof TimeoutError || sqlState(error) === READ_ONLY || unavailability(error) === 'full')
      return false;
    throw error;
  }
}

/** The offset of the database's clock from ours, in seconds. */
export async function databaseClock(database: Pick<Database, 'query'>, now: () => number): Promise<number> {
  const before = now();
  const { rows } = await database.query<{ at: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
  );
  const middle = (before + now()) / 2;
  return ((rows[0]?.at ?? middle) - middle) / 1000;
}

export async function storeFacts(store: Pick<BlobStore, 'probe'>): Promise<StoreFacts> {
  try {
    await store.probe();
    return 'works';
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return error.code === 'DiskFull' ? 'full' : 'fails';
  }
}

/** Free space of the disks of the local folders, in bytes. Each disk is listed once, and an external store is not. */
export async function diskSpaceOf({
  dataDir,
  storageUrl = pathToFileURL(join(dataDir, 'files')).href,
}: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<Room[]> {
  const documents = storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : undefined;
  const own = await roomOf(dataDir);
  const other = documents === undefined ? undefined : await roomOf(documents);
  if (other === undefined) return [{ holds: 'data', ...own.room }];
  if (other.disk === own.disk) return [{ holds: 'data and documents', ...own.room }];
  return [
    { holds: 'data', ...own.room },
    { holds: 'documents', ...other.room },
  ];
}

/** For a folder that does not exist yet, uses the parent that does. */
async function roomOf(folder: string): Promise<{ disk: number; room: Pick<Room, 'free' | 'total'> }> {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
    return { disk: dev, room: { free: bavail * bsize, total: blocks * bsize } };
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return roomOf(above);
  }
}

/** What the site's public address shows. */
interface SiteFacts {
  certificate: CertificateFacts;
  /** The offset of the site's clock from ours, in seconds; null if unknown. */
  clock: number | null;
}

const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Requests `siteUrl`, if it is https, and no other host. Never throws. */
export async function siteFacts(siteUrl: string, now: () => number): Promise<SiteFacts> {
  const url = new URL('/healthz', siteUrl);
  if (url.protocol !== 'https:') {
    return { certificate: { kind: 'none', local: LOCAL.test(url.hostname) }, clock: null };
  }
  try {
    const before = now();
    const { certificate, date } = await open(url);
    // The header is truncated to whole seconds.
    const theirs = Date.parse(date) + 500;
    return { certificate, clock: Number.isNaN(theirs) ? null : (theirs - (before + now()) / 2) / 1000 };
  } catch (error) {
    return { certificate: { kind: 'unreachable', reason: reasonOf(error) }, clock: null };
  }
}

async function open(url: URL): Promise<{ certificate: CertificateFacts; date: string }> {
  // An invalid certificate is inspected too. No secrets are sent.
  const asking = request(url, {
    method: 'HEAD',
    agent: false,
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const socket = answer.socket as TLSSocket;
  const { valid_from: from, valid_to: until } = socket.getPeerCertificate();
  const certificate: CertificateFacts = socket.authorized
    ? { kind: 'valid', from: new Date(from), until: new Date(until) }
    : { kind: 'invalid', reason: String(socket.authorizationError) };
  const date = answer.headers.date ?? '';
  answer.destroy();
  return { certificate, date };
}

/** For a host with several addresses, Node's error has no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no answer';
}
