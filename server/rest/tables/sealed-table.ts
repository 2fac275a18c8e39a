import type { Caller } from '#server/database/database.ts';

export type Row = Record<string, unknown>;

/**
 * What the policies can't say about a table one of whose columns is sealed. The row itself holds what everybody may
 * see of that column who may read the row; the whole is under a seal of the row's own (`nutmeg.seals`).
 */
export interface SealedTable {
  name: string;
  /** The column; of type jsonb or text. */
  column: string;
  /** The columns that a seal is bound to beside the table: moved to another row it doesn't open. */
  boundTo: readonly string[];
  /** Who reads the column opened: whose id stands in this column, or everybody whom the policies let. */
  openFor: { owner: string } | 'readers';
  /** The conflict that an upsert means which doesn't say. */
  conflict: readonly string[];
  /** Judges a row that somebody wants to write, and says what is stored and what is sealed. Throws `RestError`. */
  prepare(row: Row, caller: Caller): PreparedRow;
}

export interface PreparedRow {
  /** Every column that is written, those that the seal is bound to among them. */
  row: Row;
  /** The column's whole content, as JSON has it. */
  content: unknown;
}
