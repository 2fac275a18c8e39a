import type { SourceRow } from '#server/database/copy/copy-rows.ts';
import type { ImportDeps } from './deps.ts';
import type { ImportKind, Item } from './import-items.ts';
import type { ImportedTable } from './source.ts';

export interface RowItem<Row = object> extends Item {
  row: Row;
}

interface TableOptions<Row> {
  name: string;
  table: ImportedTable;
  /** Undefined for a row that is not imported. */
  read(row: SourceRow): { id: string; lasting: unknown; row: Row } | undefined;
  /** SQL that writes the rows, as a JSON array in $1. */
  write: string;
}

/** Imports rows of one table with one statement. A row is written again if what is `lasting` of it has changed. */
export function tableKind<Row>(
  { source, fingerprint }: Pick<ImportDeps, 'source' | 'fingerprint'>,
  { name, table, read, write }: TableOptions<Row>,
): ImportKind<RowItem<Row>> {
  async function* items(): AsyncGenerator<RowItem<Row>> {
    for await (const one of source.rows(table)) {
      const found = read(one);
      if (found) yield { id: found.id, fingerprint: fingerprint(name, found.lasting), row: found.row };
    }
  }
  return {
    name,
    batch: 500,
    items: items(),
    write: async (tx, rows) => void (await tx.query(write, [JSON.stringify(rows.map(({ row }) => row))])),
  };
}
