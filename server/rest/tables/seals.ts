import { randomBytes } from 'node:crypto';
import type { Database, Statement } from '#server/database/database.ts';
import { setLocal } from '#server/database/session-settings.ts';
import { createSealer, type Sealer } from '#server/sealing/sealer.ts';
import { answerTooLarge, MAX_ANSWER } from '../sql/bounded-sql.ts';
import { identifier, inPublic } from '../sql/parameters.ts';
import type { SealReader } from '../sql/read-sql.ts';
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

export function createSealReader(tables: ReadonlyMap<string, SealedTable>, seals: Seals): SealReader {
  /** Made when the first sealed column is read: most requests have none. */
  let token: string | undefined;
  const newToken = () => `sealed.${randomBytes(16).toString('hex')}`;

  const readContents = async (body: string, placeholder: RegExp): Promise<Map<string, unknown>> => {
    const ids = new Map<string, Set<string>>();
    for (const [, name = '', id = ''] of body.matchAll(placeholder)) {
      ids.set(name, (ids.get(name) ?? new Set()).add(id));
    }
    const found = new Map<string, unknown>();
    for (const [name, wanted] of ids) {
      const table = tables.get(name);
      if (!table) continue;
      for (const [id, content] of await seals.open(table, [...wanted])) {
        found.set(`${token}.${name}.${id}`, content);
      }
    }
    return found;
  };

  return {
    columnSql(relation, alias, column, parameters) {
      const table = tables.get(relation.name);
      if (table?.column !== column || table.openFor === 'no one' || !relation.columns.has(column)) {
        return undefined;
      }
      const own = `${identifier(alias)}.${identifier(column)}`;
      token ??= newToken();
      // In the text, it would make each statement a new one to prepare.
      const text = `(${parameters.add(`${token}.${table.name}.`, 'text')} || ${identifier(alias)}."id"::text)`;
      const placeholderSql = relation.columns.get(column)?.typeName === 'jsonb' ? `to_jsonb(${text})` : text;
      if (table.openFor === 'readers') return placeholderSql;
      const owner = `${identifier(alias)}.${identifier(table.openFor.owner)}`;
      return `case when ${owner} = any ((select auth.my_clients('answer'))::uuid[]) then ${placeholderSql} else ${own} end`;
    },
    requiredColumns(relation) {
      const table = tables.get(relation.name);
      if (!table || table.openFor === 'no one') return [];
      return table.openFor === 'readers' ? ['id'] : ['id', table.openFor.owner];
    },
    async unseal(body, format) {
      if (token === undefined || !body?.includes(token)) return body;
      const placeholder = new RegExp(`${token.replace('.', '\\.')}\\.([a-z_]+)\\.([0-9a-f-]{36})`, 'g');
      const found = await readContents(body, placeholder);
      const written = new Map([...found].map(([key, content]) => [key, JSON.stringify(content ?? null)]));
      let length = body.length;
      // A row can occur many times, and a placeholder is much shorter than its content.
      const json = (key: string) => {
        const content = written.get(key) ?? 'null';
        length += content.length;
        if (length > MAX_ANSWER.bytes) throw answerTooLarge();
        return content;
      };
      if (format.shape !== 'csv') {
        return body.replace(new RegExp(`"(${placeholder.source})"`, 'g'), (_, key: string) => json(key));
      }
      const quoted = (text: string) => text.replaceAll('"', '""');
      return body
        .replace(new RegExp(`""(${placeholder.source})""`, 'g'), (_, key: string) => quoted(json(key)))
        .replace(placeholder, (key) => `"${quoted(String(found.get(key) ?? ''))}"`);
    },
  };
}
