import type { Caller } from '#server/database/database.ts';

export type Row = Record<string, unknown>;

/**
 * Rules for a table with a sealed column, in addition to its policies. The row contains a masked value for everyone who
 * can read the row; the full value is encrypted separately (`nutmeg.seals`).
 */
export interface SealedTable {
  name: string;
  /** The sealed column, of type jsonb or text. */
  column: string;
  /** The columns that a seal is bound to: it can't be opened in a row with other values. Also what upserts merge by. */
  boundTo: readonly string[];
  /**
   * Who gets the full value: the user whose id is in this column, everyone who can read the row, or no one; then only a
   * function that records the access returns it.
   */
  openFor: { owner: string } | 'readers' | 'no one';
  /** Validates a row to be written. Returns what is stored and what is sealed. Throws `RestError`. */
  prepare(row: Row, caller: Caller): PreparedRow;
}

export interface PreparedRow {
  /** The columns to write, including those that the seal is bound to. */
  row: Row;
  /** The full value of the sealed column, as JSON. */
  content: unknown;
}
