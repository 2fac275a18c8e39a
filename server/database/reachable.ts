import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { unavailability } from './availability.ts';
import { openClient } from './client.ts';

const OLDEST_VERSION = 150_000;
const POLL_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;

/** The database can't be used; the message is one sentence for the person at the terminal. */
export class DatabaseProblem extends Error {
  /** It may be temporary. */
  readonly passes: boolean;

  constructor(message: string, passes: boolean, cause?: unknown) {
    super(message, { cause });
    this.passes = passes;
  }
}

interface Options {
  url: string;
  /** How long to wait for a database that is not up yet, in milliseconds. */
  patienceMs: number;
  signal: AbortSignal;
  onWaiting(reason: string): void;
}

/**
 * Waits until PostgreSQL answers, and checks what no request could fix: login, version, encoding. Throws
 * `DatabaseProblem`, or the signal's reason.
 */
export async function waitForDatabase({ url, patienceMs, signal, onWaiting }: Options): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await check(url);
    } catch (error) {
      if (error instanceof DatabaseProblem) throw error;
      const problem = problemOf(error, url);
      if (!problem.passes || performance.now() >= until) throw problem;
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
      throw new DatabaseProblem(`PostgreSQL ${found.version} is too old; 15 or newer is needed.`, false);
    }
    if (found.encoding !== 'UTF8') {
      throw new DatabaseProblem(`the database is encoded in ${found.encoding}; it must be UTF8.`, false);
    }
  } finally {
    await client.end();
  }
}

/** A refused login or database stays refused. */
const OURS_TO_MEND = /^(?:28...|3D000)$/;

function problemOf(error: unknown, url: string): DatabaseProblem {
  const { host } = new URL(url);
  const { code = '' } = error as pg.DatabaseError;
  const passes = unavailability(error) === 'unreachable' && !OURS_TO_MEND.test(code);
  const words = passes
    ? `the database at ${host} can't be reached: ${reasonOf(error)}. Is it running, and is the address right?`
    : `the database at ${host} refuses: ${reasonOf(error)}.`;
  return new DatabaseProblem(words, passes, error);
}

/** If a name has several addresses, Node has an error for each, and no message for all. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || 'no answer').replace(/\.$/, '');
}
