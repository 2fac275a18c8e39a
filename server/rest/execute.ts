import { retryOnDeadlock, type Statement, type Transaction } from '#server/database/database.ts';
import { RestError } from './errors.ts';
import type { Engine, RestRequest } from './request.ts';
import type { AnswerRow } from './sql/answer-sql.ts';

interface Job {
  statement: Statement;
  readOnly: boolean;
  /** Runs first in the same transaction, pipelined. */
  before?: Statement | undefined;
  /** Which number the bounds are for: of the rows in the answer, or of those that were written. */
  bounded: 'rows' | 'affected';
  /** Whether the effects stay when the bounds are exceeded. */
  keepsEffects?: boolean | undefined;
}

/** Thrown to roll back a transaction whose result is kept (`Prefer: tx=rollback`). */
const ROLLED_BACK = new Error('rolled back, as preferred');

/** Runs the statement as the caller, in one round trip unless the result decides whether it commits. */
export async function execute(
  { database }: Engine,
  { caller, format, preferences }: RestRequest,
  { statement, readOnly, before, bounded, keepsEffects }: Job,
): Promise<AnswerRow> {
  const options = { readOnly };
  const rollback = preferences.tx === 'rollback' && !readOnly;
  const { maxAffected } = preferences;
  const one = format.shape === 'object';
  /** Throws PGRST116 and PGRST124. */
  const check = (row: AnswerRow) => {
    const rows = row[bounded] ?? '0';
    if (one && rows !== '1') throw new RestError('PGRST116', { details: `The result contains ${rows} rows` });
    if (maxAffected !== undefined && BigInt(rows) > maxAffected) {
      throw new RestError('PGRST124', { details: `The query affects ${rows} rows` });
    }
  };
  const isBounded = one || maxAffected !== undefined;
  if (!rollback && (readOnly || keepsEffects || !isBounded)) {
    const statements = before ? [before, statement] : statement;
    const row = singleRow(await database.runAs<AnswerRow>(caller, statements, options));
    check(row);
    return row;
  }
  let rows: AnswerRow[] = [];
  const work = async (tx: Transaction) => {
    const named = before && tx.run(before);
    [{ rows }] = await Promise.all([tx.run<AnswerRow>(statement), named]);
    check(singleRow({ rows }));
    if (rollback) throw ROLLED_BACK;
  };
  await retryOnDeadlock(() => database.asCaller(caller, work, options)).catch((error: unknown) => {
    if (error !== ROLLED_BACK) throw error;
  });
  return singleRow({ rows });
}

/**
 * `Prefer: tx=rollback` would also undo side effects that must stay: a spent captcha pass, a counted attempt, an audit
 * entry. So it is only allowed for table writes by signed-in callers without a pass. Throws PGRST127.
 */
export function refuseRollback({ preferences }: Pick<RestRequest, 'preferences'>, of: string): void {
  if (preferences.tx === 'rollback') throw new RestError('PGRST127', { details: `tx=rollback of ${of}` });
}

function singleRow({ rows }: { rows: AnswerRow[] }): AnswerRow {
  const row = rows[0];
  if (!row) throw new Error('the statement gave no row');
  return row;
}
