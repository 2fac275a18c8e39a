import { parseRow, type SourceRow } from '#server/database/copy/copy-rows.ts';
import { linesOf } from '#server/database/copy/lines.ts';
import { openSnapshot } from '#server/database/copy/snapshot.ts';

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

const SCHEMAS = ['auth', 'public', 'storage'];

/** Reads the hosted service's database in one snapshot. The role must see all rows (`postgres` does). */
export async function openHostedDatabase(url: string): Promise<Source> {
  const snapshot = await openSnapshot(url);
  try {
    const counts = await snapshot.counts(SCHEMAS);
    return {
      kind: 'database',
      counts,
      rows: async function* (table: ImportedTable): AsyncGenerator<SourceRow> {
        if (!counts.has(table)) return;
        const columns = await snapshot.columns(table);
        for await (const line of linesOf(snapshot.copyOut(table, columns))) yield parseRow(line, columns);
      },
      close: snapshot.close,
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
