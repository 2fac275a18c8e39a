import pg from 'pg';
import { runBatch } from './batch.ts';
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
/** What PostgreSQL answers after the failure of a transaction; a statement whose preparing it skipped is unknown to it. */
const SKIPPED = new Set(['25P02', '26000']);

const DEADLOCK = '40P01';
const ATTEMPTS = 10;

/** Repeats a transaction that a deadlock rolled back: on several rows, which others may lock in another order. */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK || attempt === ATTEMPTS)
        throw error;
    }
  }
}

/** Runs the statements as the caller, in a transaction that takes a single round trip. Returns the last result. */
export async function runCallerStatements<Row>(
  pool: pg.Pool,
  caller: Caller,
  statements: readonly Statement[],
  options?: CallOptions,
): Promise<Result<Row>> {
  const results = await runInOneTrip(pool, [enter(caller, options), ...statements], caller.role);
  return results.at(-1) as Result<Row>;
}

/** The same for statements of the pool's own role. Returns the result of each. */
export async function runInOneTrip(
  pool: pg.Pool,
  statements: readonly Statement[],
  role?: Caller['role'],
): Promise<Result<unknown>[]> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await runBatch(client, statements, role);
  } catch (error) {
    broken = isBroken(error);
    throw mapSessionEnded(error);
  } finally {
    client.release(broken);
  }
}

export function toResult<Row>(from: pg.QueryResult): Result<Row> {
  return { rows: from.rows as Row[], rowCount: from.rowCount ?? 0 };
}

const SET_UP = `${setLocalSql('request.jwt.claims', '$1')}, ${setLocalSql('request.captcha_pass', '$2')},
  ${setLocalSql('request.address', '$4')}, ${setLocalSql('request.method', '$7')},
  ${setLocalSql('request.path', '$8')}, ${setLocalSql('request.headers', '$9')},
  ${setLocalSql('request.cookies', "'{}'")}, set_config('role', $3, true),
  case when $6::boolean then set_config('transaction_read_only', 'on', true) end,
  case when not $5::boolean and ($3 = 'anon' or $3 = 'authenticated' and not public.is_office())
    then set_config('statement_timeout', '${CLIENT_STATEMENT_TIMEOUT}', true) end`;

/**
 * The statement that makes the open transaction the caller's. It checks the session first, then sets claims and pass,
 * then the role. By then the caller is known, so the last step sets the time limit for the statements that follow.
 */
export function enter(
  { role, claims, pass, address, request }: Caller,
  { longStatements = false, readOnly = false }: CallOptions = {},
): Statement {
  const values = [
    encodeSetting(claims),
    encodeSetting(pass),
    role,
    encodeSetting(address),
    longStatements,
    readOnly,
    encodeSetting(request?.method),
    encodeSetting(request?.path),
    encodeSetting(request?.headers ?? {}),
  ];
  if (role !== 'authenticated') return { prepared: true, text: `select ${SET_UP}`, values };
  return {
    prepared: true,
    text: `select auth.require_session($10, $11), ${SET_UP}`,
    values: [...values, claims.session_id, claims.sub],
  };
}

/**
 * Runs the work in a transaction, of the pool's own role or of the caller. The opening statements are sent without waiting:
 * if one fails, PostgreSQL rejects everything after it.
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  caller?: Caller,
  options?: CallOptions,
): Promise<T> {
  const opening = [{ text: 'begin' }, ...(caller ? [enter(caller, options)] : [])];
  const client = await pool.connect();
  let broken = false;
  const opened = runBatch(client, opening);
  opened.catch(() => undefined);
  let cause: unknown;
  const remember = (error: unknown): never => {
    if (!isSkipped(error)) cause ??= error;
    throw error;
  };
  try {
    const tx: Transaction = {
      query: async (text, values) => toResult(await client.query(text, values as unknown[]).catch(remember)),
      run: async <Row>(statement: Statement) =>
        (await runBatch(client, [statement], caller?.role).catch(remember))[0] as Result<Row>,
      become: async (as) => void (await runBatch(client, [enter(as)]).catch(remember)),
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
    // Of statements that were sent together, one after the failed one may be the first to reject.
    throw mapSessionEnded(isSkipped(error) ? (cause ?? error) : error);
  } finally {
    client.release(broken);
  }
}

/** Whether the connection may be lost. PostgreSQL also ends it when it stops or crashes. */
function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^57P/.test(error.code ?? '');
}

/** Whether PostgreSQL skipped the statement, because an earlier one of its transaction had failed. */
function isSkipped(error: unknown): boolean {
  return error instanceof pg.DatabaseError && SKIPPED.has(error.code ?? '');
}

function mapSessionEnded(error: unknown): unknown {
  const ended = error instanceof pg.DatabaseError && error.code === SESSION_ENDED;
  return ended ? new SessionEndedError('the session has ended') : error;
}
