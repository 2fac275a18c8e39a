import type { SourceRow } from '#server/database/copy/copy-rows.ts';

/** The imported tables of the hosted service. */
export const IMPORTED_TABLES = [
  'auth.users',
  'auth.identities',
  'auth.mfa_factors',
  'public.user_profiles',
  'public.tax_forms',
  'public.file_uploads',
  'public.appointments',
  'public.contact_submissions',
  'public.legacy_emails',
  'storage.objects',
] as const;

export type ImportedTable = (typeof IMPORTED_TABLES)[number];

/**
 * The source can't be used. The message says what is wrong and where, without quoting the content. Nothing was written.
 */
export class SourceError extends Error {}

/** The data of the hosted service at one time. */
export interface Source {
  /** Its name in the report. */
  kind: 'database' | 'dump';
  /** The row counts of all tables in the schemas auth, public and storage. */
  counts: ReadonlyMap<string, number>;
  /** Yields nothing if the table does not exist. Rows omit missing columns. */
  rows(table: ImportedTable): AsyncIterable<SourceRow>;
  close(): Promise<void>;
}
