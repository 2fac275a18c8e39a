import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csvLine } from '#domain/text/csv-write.ts';
import type { Snapshot } from '#server/database/copy/snapshot.ts';
import { batches } from '#server/operate/batches.ts';

export type Row = Record<string, unknown>;

/** Useless without the portal. */
const EXCLUDED_TABLES = new Set(['public.tax_form_drafts']);
const EXTRA_TABLES = ['auth.users', 'auth.identities', 'storage.objects'];
/** Links in mails open accounts; the proof in a version only concerns the portal. */
const EXCLUDED_COLUMNS: Record<string, readonly string[]> = {
  'public.email_queue': ['body', 'text_body', 'facts'],
  'storage.objects': ['version', 'blob_id'],
};

/** Lists the tables to export. New tables of schema public are included. */
export async function exportedTables(snapshot: Snapshot): Promise<string[]> {
  const tables = [...(await snapshot.counts(['public'])).keys()];
  return [...tables.filter((name) => !EXCLUDED_TABLES.has(name)), ...EXTRA_TABLES];
}

const BATCH = 200;

/** Adds to a file that only its owner may read. */
export const append = (path: string, text: string) => appendFile(path, text, { mode: 0o600 });

/** Writes a table as CSV and as JSON (an array, one row per line). Returns the number of rows. */
export async function exportTable(
  snapshot: Snapshot,
  table: string,
  folder: string,
  /** Fills in what is sealed in a batch of rows. */
  complete: ((rows: Row[]) => Promise<void>) | undefined,
): Promise<number> {
  const hidden = EXCLUDED_COLUMNS[table] ?? [];
  const columns = (await snapshot.columns(table)).filter((column) => !hidden.includes(column));
  const name = table.replace(/^public\./, '');
  const [csv, json] = [join(folder, `${name}.csv`), join(folder, `${name}.json`)];
  let count = 0;
  await append(csv, csvLine(columns));
  for await (const batch of batches(snapshot.rows(table), BATCH)) {
    await complete?.(batch);
    for (const row of batch) for (const column of hidden) delete row[column];
    const lines = batch.map((row) => csvLine(columns.map((column) => cellOf(row[column]))));
    await append(csv, lines.join(''));
    const rows = batch.map((row) => JSON.stringify(row)).join(',\n');
    await append(json, `${count === 0 ? '[' : ','}\n${rows}`);
    count += batch.length;
  }
  await append(json, count === 0 ? '[]\n' : '\n]\n');
  return count;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
