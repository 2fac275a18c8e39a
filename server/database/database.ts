import pg from 'pg';
import type { Caller } from './caller.ts';
import { createCallerLimiter } from './caller-limits.ts';
import { connectionTo } from './client.ts';
import { createListener } from './listener.ts';
import { type ConnectionSettings, setUpConnection } from './session-settings.ts';
import type { Result, Statement, Transaction } from './statement.ts';
import {
  type CallOptions,
  enter,
  retryOnDeadlock,
  runCallerStatements,
  runInOneTrip,
  runTransaction,
  toResult,
} from './transaction.ts';

export type { Caller, CaptchaPass, Claims } from './caller.ts';
export type { Result, Statement, Transaction } from './statement.ts';
export { retryOnDeadlock, SessionEndedError } from './transaction.ts';

interface Options extends ConnectionSettings {
  url: string;
  /** Replaces the password in the URL: see `connectionTo`. */
  password?: (() => string) | undefined;
  onIdleError: (error: Error) => void;
  poolSize?: number;
}

const STATEMENT_TIMEOUT_MS = 15_000;
const OWNER_CONNECTIONS = 8;
/** A new connection reads the catalog and plans each statement anew: tens of milliseconds for a page's first request. */
const IDLE_MS = 600_000;
const KEEP_ALIVE_MS = 60_000;

/** An `onIdleError` that writes each loss to the log of a command. */
export const lostConnection =
  (log: { error(message: string): void }) =>
  ({ message }: Error): void =>
    log.error(`A database connection was lost: ${message}`);

/**
 * Opens two pools on one database: the owner's, and one whose connections have dropped the owner's rights. So even a
 * bug in how a transaction is opened can't run a caller's statement as the owner.
 */
export function openDatabase(options: Options) {
  const { url, onIdleError, poolSize = 10 } = options;
  const limit = createCallerLimiter();
  const connection = connectionTo(url, options.password);
  const common = {
    ...connection,
    max: poolSize,
    pipeline: true,
    connectionTimeoutMillis: 20_000,
    idleTimeoutMillis: IDLE_MS,
    // Routers drop connections that are idle for minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  const setUp = setUpConnection(options) as pg.QueryConfig;
  const owners = new pg.Pool({
    ...common,
    // With the callers' pool and the listener, 19 connections: one fewer than PgBouncer's default for one user.
    max: Math.min(poolSize, OWNER_CONNECTIONS),
    application_name: 'nutmeg owner',
    onConnect: async (client) => void (await client.query(setUp)),
  });
  const callers = new pg.Pool({
    ...common,
    application_name: 'nutmeg caller',
    onConnect: async (client) => {
      await client.query(setUp);
      // Set by statements: PgBouncer rejects connections that carry settings.
      await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
      await client.query('set role anon');
    },
  });
  let closing = false;
  const onLost = (error: Error) => {
    if (!closing) onIdleError(error);
  };
  const listener = createListener({ connection, onLost });
  for (const pool of [owners, callers]) {
    pool.on('error', onLost);
    // The pool listens to idle connections only. A connection that is lost while in use fails its statement; without a
    // listener it would end the process too.
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  return {
    /** Runs the server's own work as the owner of the tables: policies do not apply. */
    asOwner: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => runTransaction(owners, work),
    /** Runs a request under the policies of the caller's role. Throws `SessionEndedError` and `TooManyRequestsError`. */
    asCaller: <T>(caller: Caller, work: (tx: Transaction) => Promise<T>, options?: CallOptions): Promise<T> =>
      limit(caller, () => runTransaction(callers, work, caller, options)),
    /** The same for one or several statements, in one round trip, again after a deadlock. Returns the result of the last one. */
    runAs: <Row = Record<string, unknown>>(
      caller: Caller,
      statements: Statement | readonly Statement[],
      options?: CallOptions,
    ): Promise<Result<Row>> =>
      limit(caller, () =>
        retryOnDeadlock(() => runCallerStatements(callers, caller, [statements].flat(), options)),
      ),
    /** Runs the server's statement, then the caller's under the policies, in one round trip. Throws like `asCaller`. */
    runOwnerThenCaller: <Owner = Record<string, unknown>, Row = Record<string, unknown>>(
      own: Statement,
      caller: Caller,
      statement: Statement,
    ): Promise<[Result<Owner>, Result<Row>]> =>
      limit(caller, async () => {
        const all = [own, enter(caller), statement];
        const [owned, , called] = await retryOnDeadlock(() => runInOneTrip(owners, all, caller.role));
        return [owned as Result<Owner>, called as Result<Row>];
      }),
    /** Runs one of the server's own statements, in a separate transaction. */
    query: async <Row = Record<string, unknown>>(
      text: string,
      values?: readonly unknown[],
    ): Promise<Result<Row>> => toResult(await owners.query(text, values as unknown[])),
    /** The same, prepared if the statement says so. */
    run: async <Row = Record<string, unknown>>(statement: Statement) =>
      (await runInOneTrip(owners, [statement]))[0] as Result<Row>,
    /** The same for several, in one transaction and one round trip. Returns the result of each. */
    runAll: (statements: readonly Statement[]) => runInOneTrip(owners, statements),
    /** Calls back at each NOTIFY on the channel, and once at every (re)connection. Returns a function that stops it. */
    listen: listener.listen,
    /** How the connections of this process are used right now. */
    poolUse: () => ({ owner: useOf(owners), caller: useOf(callers) }),
    close: async (): Promise<void> => {
      closing = true;
      await Promise.all([owners.end(), callers.end(), listener.close()]);
    },
  };
}

export type Database = ReturnType<typeof openDatabase>;

/** `waiting`: requests for a connection that wait for one. */
function useOf({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** The five-character SQLSTATE of a PostgreSQL error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

export function isPostgresError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError;
}
