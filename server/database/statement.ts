import type { Caller } from './caller.ts';

export interface Statement {
  text: string;
  values?: readonly unknown[];
  /**
   * Whether PostgreSQL keeps the prepared statement on each connection, for `run` and `runAs`. Only for a text that comes
   * again: one with input or a random value in it would push the others out.
   */
  prepared?: boolean;
}

export interface Result<Row> {
  rows: Row[];
  rowCount: number;
}

/** The value of a function of the database. The name is ours; only the values may be input. */
export async function callFunction<Value>(
  database: Pick<Transaction, 'query'>,
  name: string,
  values: readonly unknown[],
): Promise<Value> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  const { rows } = await database.query<{ value: Value }>(`select ${name}(${places}) as value`, values);
  return rows[0]?.value as Value;
}

/** A transaction commits when its work resolves and rolls back when it throws. */
export interface Transaction {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Result<Row>>;
  run<Row = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>;
  /**
   * Drops the owner's rights for the rest of the transaction: later statements run as the caller, under the policies.
   * For server work that must commit together with the caller's own write. Throws `SessionEndedError`.
   */
  become(caller: Caller): Promise<void>;
}
