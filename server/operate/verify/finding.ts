/** The kind of damage: an identifier for the table, the metrics and the tests. */
export type FindingKind =
  /** The bytes were changed, truncated, or belong to another blob. */
  | 'broken'
  /** The store does not have the blob, or it never arrived. */
  | 'missing'
  /** The store can't read the blob, for example because of a bad sector. */
  | 'unreadable'
  /** A document's row names a blob that it was not stored with. */
  | 'binding'
  /** A sealed value does not open. */
  | 'seal'
  /** A row has no seal, though its answers are sealed. */
  | 'no seal'
  /** A seal or a list entry without a row. */
  | 'no row'
  /** Two rows about the same thing disagree. */
  | 'row'
  /** The store has a blob without a row. */
  | 'orphan';

/** Kinds of damage that make a document unreadable. */
export const UNREADABLE_KINDS: readonly FindingKind[] = ['broken', 'missing', 'unreadable', 'binding'];

/** Contains personal data: for the table `nutmeg.findings` and the terminal, never for a log. */
export interface Finding {
  /** The check that found it, and the key of the row. */
  check: string;
  key: string;
  kind: FindingKind;
  /** What is wrong, in one sentence. */
  what: string;
  /** The document's key in its bucket, or a description of the row. */
  path?: string | undefined;
  /** The email is empty for a client without a login. */
  client?: { id: string; name: string; email: string } | undefined;
}
