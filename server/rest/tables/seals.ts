import { randomBytes } from 'node:crypto';
import type { Database, Statement } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';
import { createSealer, type Sealer } from '#server/sealing/sealer.ts';
import { identifier, inPublic } from '../sql/parameters.ts';
import type { PreparedRow, Row, SealedTable } from './sealed-table.ts';

const KEY_BYTES = 32;

export function createSeals(sealer: Sealer, database: Pick<Database, 'query'>) {
  const opened = (table: SealedTable, row: Row & StoredSeal): unknown => {
    const place = sealPlace(table, row);
    const key = sealer.open(row.wrapped_key, place);
    return JSON.parse(createSealer(key).open(row.its_content, place).toString());
  };
  return {
    /** Seals the content of a row. To be run in the transaction that writes the row; a trigger stores it (`nutmeg.keep_seal`). */
    sealStatement(table: SealedTable, { row, content }: PreparedRow): Statement {
      const place = sealPlace(table, row);
      const key = randomBytes(KEY_BYTES);
      const sealed = createSealer(key).seal(Buffer.from(JSON.stringify(content)), place);
      const seal = {
        table: table.name,
        key: sealer.seal(key, place).toString('hex'),
        sealed: sealed.toString('hex'),
      };
      return setLocal('nutmeg.seal', seal);
    },
    /** Opens the seals of these rows. The caller must have checked the permission. */
    async open(table: SealedTable, ids: readonly string[]): Promise<Map<string, unknown>> {
      const bound = table.boundTo.map((name) => `t.${identifier(name)}::text as ${identifier(name)}`);
      const { rows } = await database.query<Row & StoredSeal>(
        `select s.row_id, s.wrapped_key, s.sealed as its_content, ${bound.join(', ')}
         from nutmeg.seals s join ${inPublic(table.name)} t on t.id = s.row_id
         where s.table_name = $1 and s.row_id = any ($2::uuid[])`,
        [table.name, ids],
      );
      return new Map(rows.map((row) => [row.row_id, opened(table, row)]));
    },
    /** The content of a form when it was last printed (`nutmeg.form_prints`). The caller must have checked the permission. */
    async openPrint(table: SealedTable, formId: string): Promise<unknown> {
      const { rows } = await database.query<Row & StoredSeal>(
        `select p.form_id as row_id, p.wrapped_key, p.sealed as its_content, p.user_id, p.year
         from nutmeg.form_prints p where p.form_id = $1`,
        [formId],
      );
      return rows[0] && opened(table, rows[0]);
    },
  };
}

export type Seals = ReturnType<typeof createSeals>;

interface StoredSeal {
  row_id: string;
  wrapped_key: Buffer;
  its_content: Buffer;
}

/** What a seal is bound to. A seal that was copied to another row can't be opened there. */
export function sealPlace({ name, boundTo }: Pick<SealedTable, 'name' | 'boundTo'>, row: Row): string {
  return JSON.stringify([name, ...boundTo.map((column) => String(row[column]))]);
}
