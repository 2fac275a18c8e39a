import type { Statement, Transaction } from '#server/database/database.ts';
import { RestError } from './errors.ts';
import type { Engine, RestRequest } from './request.ts';
import type { AnswerRow } from './sql/answer-sql.ts';

interface Job {
  statement: Statement;
  readOnly: boolean;
  /** Goes before it in the same transaction, without waiting. */
  before?: Statement | undefined;
  /** Throws where what was done must not stay. Without one nothing has to wait for the answer. */
  check?: ((row: AnswerRow) => void) | undefined;
}

/** The way out of a transaction whose work is wanted but must not stay (`Prefer: tx=rollback`). */
class RolledBack extends Error {
  readonly row: AnswerRow;

  constructor(row: AnswerRow) {
    super('rolled back, as preferred');
    this.row = row;
  }
}

/** Runs the statement as the caller: in one round trip, unless its answer decides whether it may stay. */
export async function execute(
  { database }: Engine,
  { caller, preferences }: RestRequest,
  { statement, readOnly, before, check }: Job,
): Promise<AnswerRow> {
  const options = { readOnly };
  const rollback = preferences.tx === 'rollback' && !readOnly;
  if (!rollback && !before && (readOnly || !check)) {
    const row = only(await database.runAs<AnswerRow>(caller, statement, options));
    check?.(row);
    return row;
  }
  const work = async (tx: Transaction) => {
    const named = before && tx.run(before);
    const [result] = await Promise.all([tx.run<AnswerRow>(statement), named]);
    const row = only(result);
    check?.(row);
    if (rollback) throw new RolledBack(row);
    return row;
  };
  return database.asCaller(caller, work, options).catch((error: unknown) => {
    if (error instanceof RolledBack) return error.row;
    throw error;
  });
}

/**
 * `Prefer: tx=rollback` would undo what a call leaves behind on purpose: the pass it spends, the attempt it counts, the
 * record it makes. So it is only for writes to tables by signed-in callers, without a pass.
 */
export function refuseRollback({ preferences }: Pick<RestRequest, 'preferences'>, of: string): void {
  if (preferences.tx === 'rollback') throw new RestError('PGRST127', { details: `tx=rollback of ${of}` });
}

/** For `Accept: application/vnd.pgrst.object+json`: exactly one row. */
export function requireOne(rows: number | string): void {
  if (String(rows) === '1') return;
  throw new RestError('PGRST116', { details: `The result contains ${rows} rows` });
}

export function requireFewer(affected: string | null, most: bigint | undefined): void {
  if (most === undefined || BigInt(affected ?? 0) <= most) return;
  throw new RestError('PGRST124', { details: `The query affects ${affected} rows` });
}

function only({ rows }: { rows: AnswerRow[] }): AnswerRow {
  const row = rows[0];
  if (!row) throw new Error('the statement gave no row');
  return row;
}
