import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { unavailability } from './availability.ts';
import { openClient } from './client.ts';

const OLDEST_VERSION = 150_000;
const POLL_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;

/** The database can't be used. The message, one sentence, is shown at the terminal. */
export class DatabaseConnectError extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean, cause?: unknown) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

interface Options {
  url: string;
  /** How long to wait for a database that is not up yet, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
  onWaiting(reason: string): void;
}

/** Waits for PostgreSQL; checks login, version, and encoding. Throws `DatabaseConnectError`, or `signal`'s reason. */
export async function waitForDatabase({ url, timeoutMs, signal, onWaiting }: Options): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await check(url);
    } catch (error) {
      if (error instanceof DatabaseConnectError) throw error;
      const problem = problemOf(error, url);
      if (!problem.isTemporary || performance.now() >= deadline) throw problem;
      if (attempt === 1) onWaiting(reasonOf(error));
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
      throw new DatabaseConnectError(`PostgreSQL ${found.version} is too old; 15 or newer is needed.`, false);
    }
    if (found.encoding !== 'UTF8') {
      throw new DatabaseConnectError(`the database is encoded in ${found.encoding}; it must be UTF8.`, false);
    }
  } finally {
    await client.end();
  }
}

/** A wrong login or database name. */
const MISCONFIGURED = /^(?:28...|3D000)$/;

function problemOf(error: unknown, url: string): DatabaseConnectError {
  const { host } = new URL(url);
  const { code = '' } = error as pg.DatabaseError;
  const isTemporary = unavailability(error) === 'unreachable' && !MISCONFIGURED.test(code);
  const message = isTemporary
    ? `the database at ${host} can't be reached: ${reasonOf(error)}. Is it running, and is the address right?`
    : `the database at ${host} refuses: ${reasonOf(error)}.`;
  return new DatabaseConnectError(message, isTemporary, error);
}

/** For a host with several addresses, Node's error has no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || 'no answer').replace(/\.$/, '');
}
