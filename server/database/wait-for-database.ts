import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { ConfigError } from '#server/settings/config.ts';
import { DependencyError } from '#server/settings/startup-errors.ts';
import { unavailability } from './availability.ts';
import { openClient } from './client.ts';

const OLDEST_VERSION = 150_000;
const POLL_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;

/** How long to wait for a database that is not up yet. */
const WAIT_MS = 60_000;

interface Options {
  url: string;
  signal: AbortSignal;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Waits for PostgreSQL; checks login, version, and encoding. Throws `ConfigError`, `DependencyError`, or `signal`'s reason. */
export async function waitForDatabase({ url, signal, log }: Options): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await check(url);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      const problem = problemOf(error, url);
      if (!(problem instanceof DependencyError) || performance.now() >= deadline) throw problem;
      if (attempt === 1) log.warn(`waiting for the database of DATABASE_URL: ${reasonOf(error)}`);
    }
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function check(url: string): Promise<void> {
  const client = await openClient({
    connectionString: url,
    application_name: 'nutmeg start',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
         current_setting('server_encoding') as encoding`,
    );
    const [found] = rows;
    if (!found) throw new Error('no answer');
    if (found.number < OLDEST_VERSION) {
      throw new ConfigError([`DATABASE_URL: PostgreSQL ${found.version} is too old; 15 or newer is needed.`]);
    }
    if (found.encoding !== 'UTF8') {
      throw new ConfigError([`DATABASE_URL: the database is encoded in ${found.encoding}; it must be UTF8.`]);
    }
  } finally {
    await client.end();
  }
}

/** A wrong login or database name. */
const MISCONFIGURED = /^(?:28...|3D000)$/;

function problemOf(error: unknown, url: string): ConfigError {
  const { host } = new URL(url);
  const { code = '' } = error as pg.DatabaseError;
  const isTemporary = unavailability(error) === 'unreachable' && !MISCONFIGURED.test(code);
  if (!isTemporary)
    return new ConfigError([`DATABASE_URL: the database at ${host} refuses: ${reasonOf(error)}.`]);
  return new DependencyError([
    `DATABASE_URL: the database at ${host} can't be reached: ${reasonOf(error)}. Is it running, and is the address right?`,
  ]);
}

/** For a host with several addresses, Node's error has no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || 'no answer').replace(/\.$/, '');
}
