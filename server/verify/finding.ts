/** The kind of damage, as one word for the table, the metrics and the tests. */
export type FindingKind =
  /** The bytes are not those that were stored: changed, cut off, or another blob's. */
  | 'broken'
  /** The store has no such blob, or it never arrived. */
  | 'missing'
  /** The store has it, but can't read it: a bad sector. */
  | 'unreadable'
  /** A document's row names a blob that it was not stored with. */
  | 'binding'
  /** A sealed value does not open. */
  | 'seal'
  /** A row has no seal, though its answers are sealed. */
  | 'no seal'
  /** A seal, or a row of a list, belongs to nothing. */
  | 'no row'
  /** Two rows about the same thing disagree. */
  | 'row'
  /** The store has a blob that no row knows. */
  | 'orphan';

/** Documents whose bytes can't be given out. */
export const UNREADABLE_KINDS: readonly FindingKind[] = ['broken', 'missing', 'unreadable', 'binding'];

/** Personal data: for the table `nutmeg.findings` and the operator's terminal, never for a log. */
export interface Finding {
  /** Which check found it, and the row that it is about. */
  check: string;
  key: string;
  kind: FindingKind;
  /** What is wrong, in one sentence. */
  what: string;
  /** The document's key in its bucket, or what the row is. */
  path?: string | undefined;
  client?: { id: string; name: string; email: string } | undefined;
}
