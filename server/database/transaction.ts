import pg from 'pg';
import type { Caller } from './caller.ts';
import { encodeSetting, setLocalSql } from './session-settings.ts';
import type { Result, Statement, Transaction } from './statement.ts';

/** The caller's session no longer exists: signed out, deleted, or ended by a password change. */
export class SessionEndedError extends Error {}

export interface CallOptions {
  /** PostgreSQL rejects every write, including those of functions. */
  readOnly?: boolean;
  /** For statements that the server wrote and that may take longer than a client's, such as moving a folder. */
  longStatements?: boolean;
}

/** The time limit for one statement of a visitor or client. Staff and the service key have the pool's limit. */
const CLIENT_STATEMENT_TIMEOUT = '3s';

/** Raised by `auth.require_session`. */
const SESSION_ENDED = 'NM401';

/** Runs the work in a transaction of the pool's own role. */
export function runTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(pool, [begin()], work);
}

/** Runs the work in a transaction as the caller. */
export function runCallerTransaction<T>(
  pool: pg.Pool,
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  options?: CallOptions,
): Promise<T> {
  return transaction(pool, [begin(options), ...becomeCaller(caller, options)], work);
}

/** Runs one statement as the caller, in a transaction that takes a single round trip. */
export async function runCallerStatement<Row>(
  pool: pg.Pool,
  caller: Caller,
  statement: Statement,
  options: CallOptions | undefined,
): Promise<Result<Row>> {
  const client = await pool.connect();
  let broken = false;
  try {
    const [, ...settled] = await Promise.allSettled([
      send(client, begin(options)),
      ...becomeCaller(caller, options).map((opening) => send(client, opening)),
      send(client, statement),
      client.query('commit'),
    ]);
    // The first failure is the cause; the later ones only say "transaction is aborted".
    const failed = settled.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    const answered = settled.at(-2);
    if (answered?.status !== 'fulfilled') throw new Error('no result for the statement');
    return toResult<Row>(answered.value as pg.QueryResult<pg.QueryResultRow>);
  } catch (error) {
    broken = !(error instanceof pg.DatabaseError);
    throw mapSessionEnded(error);
  } finally {
    client.release(broken);
  }
}

export function toResult<Row>(from: pg.QueryResult): Result<Row> {
  return { rows: from.rows as Row[], rowCount: from.rowCount ?? 0 };
}

function begin({ readOnly = false }: CallOptions = {}): Statement {
  return { text: readOnly ? 'begin read only' : 'begin' };
}

/**
 * The statements that make the open transaction the caller's. They check the session first, then set claims and pass,
 * then the role. By then the caller is known, so the last step sets the time limit for the statements that follow.
 */
function becomeCaller(
  { role, claims, pass, address }: Caller,
  { longStatements = false }: CallOptions = {},
): Statement[] {
  const enter: Statement = {
    name: 'enter',
    text: `select ${setLocalSql('request.jwt.claims', '$1')}, ${setLocalSql('request.captcha_pass', '$2')},
      ${setLocalSql('request.address', '$4')}, set_config('role', $3, true),
      case when not $5::boolean and ($3 = 'anon' or $3 = 'authenticated' and not public.is_staff())
        then set_config('statement_timeout', '${CLIENT_STATEMENT_TIMEOUT}', true) end`,
    values: [encodeSetting(claims), encodeSetting(pass), role, encodeSetting(address), longStatements],
  };
  if (role !== 'authenticated') return [enter];
  const requireSession: Statement = {
    name: 'require-session',
    text: 'select auth.require_session($1, $2)',
    values: [claims.session_id, claims.sub],
  };
  return [requireSession, enter];
}

/**
 * The opening statements are sent without waiting for their results. That is safe: if one fails, the transaction is
 * aborted and PostgreSQL rejects everything after it.
 */
async function transaction<T>(
  pool: pg.Pool,
  opening: Statement[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  const opened = Promise.all(opening.map((statement) => send(client, statement)));
  opened.catch(() => undefined);
  try {
    const tx: Transaction = {
      query: async (text, values) => toResult(await client.query(text, values as unknown[])),
      run: async (statement) => toResult(await send(client, statement)),
      become: async (caller) => {
        await Promise.all(becomeCaller(caller).map((statement) => send(client, statement)));
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
    throw mapSessionEnded(error);
  } finally {
    client.release(broken);
  }
}

function send(client: pg.PoolClient, { text, values, name }: Statement) {
  return client.query({ text, values: values as unknown[], ...(name === undefined ? {} : { name }) });
}

function mapSessionEnded(error: unknown): unknown {
  const ended = error instanceof pg.DatabaseError && error.code === SESSION_ENDED;
  return ended ? new SessionEndedError('the session has ended') : error;
}
