import pg from 'pg';
import { type CallerLimits, createCallerLimiter } from './caller-limits.ts';
import { connectionTo } from './client.ts';
import { createListener } from './listener.ts';

/** What an access token says. Unsigned data never becomes one of these. */
export interface Claims {
  role: string;
  sub?: string;
  session_id?: string;
  aal?: string;
  email?: string;
  exp?: number;
  [claim: string]: unknown;
}

export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role';
  claims: Claims;
  /** The captcha pass that came along. */
  pass?: CaptchaPass;
  /** From where the request came; kept with an approval. */
  address?: string;
}

/** A pass whose signature is ours. Whether it is spent, the database says. */
export interface CaptchaPass {
  id: string;
  action: string;
  /** Not expired. */
  fresh: boolean;
}

/** The caller's token outlived its session: signed out, deleted, or ended by a password change. */
export class SessionEndedError extends Error {}

export interface Statement {
  text: string;
  values?: readonly unknown[];
  /** Give a name to have PostgreSQL keep the plan on each connection. */
  name?: string;
}

export interface Result<Row> {
  rows: Row[];
  rowCount: number;
}

export interface CallOptions {
  /** PostgreSQL refuses every write, also those of functions. */
  readOnly?: boolean;
  /** The server wrote the statements, and some, such as moving a folder, may rightly take longer than a client's. */
  longStatements?: boolean;
}

/** One transaction. It commits when the work resolves and rolls back when it throws. */
export interface Transaction {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Result<Row>>;
  run<Row = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>;
  /**
   * Puts the owner's rights down for the rest of the transaction: what comes is the caller's, under the policies.
   * For what must be one with the caller's own write. Throws `SessionEndedError`.
   */
  become(caller: Caller): Promise<void>;
}

export interface Database {
  /** The server's own business, as the owner of the tables: policies do not apply. */
  asOwner<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs a request under that role's policies. Throws `SessionEndedError` and `TooManyTransactionsError`. */
  asCaller<T>(caller: Caller, work: (tx: Transaction) => Promise<T>, options?: CallOptions): Promise<T>;
  /** The same for a single statement, all in one round trip. */
  runAs<Row = Record<string, unknown>>(
    caller: Caller,
    statement: Statement,
    options?: CallOptions,
  ): Promise<Result<Row>>;
  /** One statement of the server's own, in its own transaction. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Result<Row>>;
  /** Calls back at each NOTIFY on the channel, and once at every (re)connection. Returns the way to end it. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** How the connections of this process are used right now. */
  poolUse(): Record<'owner' | 'caller', PoolUse>;
  close(): Promise<void>;
}

export interface PoolUse {
  busy: number;
  idle: number;
  /** Work that waits for a connection. */
  waiting: number;
}

/** In hours, from signing in; `...Idle`: from the last refresh; the second factor: from when it was shown. */
export interface SessionLimits {
  session: number;
  sessionIdle: number;
  staffSession: number;
  staffSessionIdle: number;
  secondFactor: number;
}

interface Options {
  url: string;
  /** In place of the one in the URL: see `connectionTo`. */
  password?: (() => string) | undefined;
  /** IANA zone of the office; decides calendar years in SQL. */
  timeZone: string;
  /** Off: policies demand no pass. */
  captcha?: 'on' | 'off';
  /** Optional: staff reach everybody's data without a second factor too. */
  staffMfa?: 'required' | 'optional';
  /** When sessions, and the second factor shown in them, expire: in hours. */
  sessionLimits?: SessionLimits;
  /** Where the office reads its mail, and the address that its pages know. */
  staffInbox?: string;
  publishedInbox?: string;
  /** How long an appointment is, and how many may take place at once. */
  calendar?: { slotMinutes: number; capacity: number };
  /** How much a client's documents may take; as much as there is, if it is not said. */
  bytesPerClient?: number;
  onIdleError: (error: Error) => void;
  poolSize?: number;
  callerLimits?: CallerLimits;
}

/** Out of ten connections: whatever one caller, one network, or all visitors do, some are left for others. */
const CALLER_LIMITS: CallerLimits = {
  perCaller: 4,
  perNetwork: 7,
  visitors: 6,
  waiting: 200,
  patienceMs: 5_000,
};
/** How long one statement of a visitor or client may take. Staff and the service's own key have the pool's. */
const CLIENT_STATEMENT = '3s';
const LONGEST_STATEMENT_MS = 15_000;
const OWNERS = 8;

const SESSION_ENDED = 'NM401';

/**
 * Two pools on one database: the owner's, and one whose connections have put the owner's rights down, so that
 * even a fault in the way a transaction is opened could not run a caller's statement as the owner.
 */
export function openDatabase(options: Options): Database {
  const { url, timeZone, captcha = 'on', staffMfa = 'required', sessionLimits: limits } = options;
  const { staffInbox = '', publishedInbox = staffInbox } = options;
  const { calendar = { slotMinutes: 30, capacity: 1 }, bytesPerClient, onIdleError, poolSize = 10 } = options;
  const limit = createCallerLimiter(options.callerLimits ?? CALLER_LIMITS);
  const connection = connectionTo(url, options.password);
  const common = { ...connection, max: poolSize, pipeline: true, connectionTimeoutMillis: 20_000 };
  // What policies and functions ask for as `current_setting('nutmeg.NAME')`.
  const said = {
    time_zone: timeZone,
    captcha,
    staff_mfa: staffMfa,
    staff_inbox: staffInbox,
    published_inbox: publishedInbox,
    slot_minutes: String(calendar.slotMinutes),
    calendar_seats: String(calendar.capacity),
    bytes_per_client: String(bytesPerClient ?? ''),
    // Empty: the defaults of migration 0005.
    session_hours: String(limits?.session ?? ''),
    session_idle_hours: String(limits?.sessionIdle ?? ''),
    staff_session_hours: String(limits?.staffSession ?? ''),
    staff_session_idle_hours: String(limits?.staffSessionIdle ?? ''),
    second_factor_hours: String(limits?.secondFactor ?? ''),
  };
  const settings = {
    // Without jit: policies look dear to the planner, and it would compile for a second what runs for a millisecond.
    text: `select set_config('jit', 'off', false), set_config('nutmeg.' || name, value, false)
      from jsonb_each_text($1) as s (name, value)`,
    values: [JSON.stringify(said)],
  };
  const owners = new pg.Pool({
    ...common,
    // With the callers' and the listener, 19 connections: one fewer than PgBouncer's default for one user.
    max: Math.min(poolSize, OWNERS),
    application_name: 'nutmeg owner',
    onConnect: async (client) => void (await client.query(settings)),
  });
  const callers = new pg.Pool({
    ...common,
    application_name: 'nutmeg caller',
    onConnect: async (client) => {
      await client.query(settings);
      // Set by statements: PgBouncer refuses a connection that brings settings along.
      await client.query(`set statement_timeout = ${LONGEST_STATEMENT_MS}`);
      await client.query('set role anon');
    },
  });
  let closing = false;
  const lost = (error: Error) => {
    if (!closing) onIdleError(error);
  };
  const listener = createListener({ connection, onLost: lost });
  for (const pool of [owners, callers]) {
    pool.on('error', lost);
    // The pool listens to idle connections only. One that is lost while in use fails its statement; without a
    // listener it would end the process too.
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  return {
    asOwner: (work) => transaction(owners, { text: 'begin' }, [], work),
    asCaller: (caller, work, options) =>
      limit(caller, () => transaction(callers, begin(options), entering(caller, options), work)),
    runAs: (caller, statement, options) =>
      limit(caller, () => singleRoundTrip(callers, caller, statement, options)),
    query: async (text, values) => result(await owners.query(text, values as unknown[])),
    listen: listener.listen,
    poolUse: () => ({ owner: useOf(owners), caller: useOf(callers) }),
    close: async () => {
      closing = true;
      await Promise.all([owners.end(), callers.end(), listener.close()]);
    },
  };
}

function useOf({ totalCount, idleCount, waitingCount }: pg.Pool): PoolUse {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

function begin({ readOnly = false }: CallOptions = {}): Statement {
  return { text: readOnly ? 'begin read only' : 'begin' };
}

/**
 * Makes the open transaction the caller's: the live session first, then claims and pass, then the role and, since the
 * caller is known by then, the time limit for each statement that follows.
 */
function entering(
  { role, claims, pass, address }: Caller,
  { longStatements = false }: CallOptions = {},
): Statement[] {
  const enter: Statement = {
    name: 'enter',
    text: `select set_config('request.jwt.claims', $1, true), set_config('request.captcha_pass', $2, true),
      set_config('request.address', $4, true), set_config('role', $3, true),
      case when not $5::boolean and ($3 = 'anon' or $3 = 'authenticated' and not public.is_staff())
        then set_config('statement_timeout', '${CLIENT_STATEMENT}', true) end`,
    values: [JSON.stringify(claims), pass ? JSON.stringify(pass) : '', role, address ?? '', longStatements],
  };
  if (role !== 'authenticated') return [enter];
  return [
    {
      name: 'require-session',
      text: 'select auth.require_session($1, $2)',
      values: [claims.session_id, claims.sub],
    },
    enter,
  ];
}

/**
 * The opening statements are sent without waiting for their answers. That is safe: if one of them fails, the
 * transaction is aborted and PostgreSQL refuses everything after it.
 */
async function transaction<T>(
  pool: pg.Pool,
  start: Statement,
  opening: Statement[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  const opened = Promise.all([start, ...opening].map((statement) => send(client, statement)));
  opened.catch(() => undefined);
  try {
    const tx: Transaction = {
      query: async (text, values) => result(await client.query(text, values as unknown[])),
      run: async (statement) => result(await send(client, statement)),
      become: async (caller) => {
        await Promise.all(entering(caller).map((statement) => send(client, statement)));
      },
    };
    const value = await work(tx).catch(async (error: unknown) => {
      await opened;
      throw error;
    });
    await opened;
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw translated(error);
  } finally {
    client.release(broken);
  }
}

async function singleRoundTrip<Row>(
  pool: pg.Pool,
  caller: Caller,
  statement: Statement,
  options: CallOptions | undefined,
) {
  const client = await pool.connect();
  let broken = false;
  try {
    const [, ...settled] = await Promise.allSettled([
      send(client, begin(options)),
      ...entering(caller, options).map((opening) => send(client, opening)),
      send(client, statement),
      client.query('commit'),
    ]);
    // The first failure is the cause; what follows it is only "transaction is aborted".
    const failed = settled.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    const answered = settled.at(-2);
    if (answered?.status !== 'fulfilled') throw new Error('the statement was not answered');
    return result<Row>(answered.value as pg.QueryResult<pg.QueryResultRow>);
  } catch (error) {
    broken = !(error instanceof pg.DatabaseError);
    throw translated(error);
  } finally {
    client.release(broken);
  }
}

function send(client: pg.PoolClient, { text, values, name }: Statement) {
  return client.query({ text, values: values as unknown[], ...(name === undefined ? {} : { name }) });
}

function result<Row>(from: pg.QueryResult): Result<Row> {
  return { rows: from.rows as Row[], rowCount: from.rowCount ?? 0 };
}

function translated(error: unknown): unknown {
  return sqlState(error) === SESSION_ENDED ? new SessionEndedError('the session has ended') : error;
}

/** The five characters by which PostgreSQL names an error; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

export type PostgresError = pg.DatabaseError;
export function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof pg.DatabaseError;
}
