import { parseRow, type SourceRow } from '#server/database/copy/copy-rows.ts';
import { linesOf } from '#server/database/copy/lines.ts';
import { openSnapshot } from '#server/database/copy/snapshot.ts';
import type { ImportedTable, Source } from './source.ts';

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
