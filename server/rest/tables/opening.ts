import { randomBytes } from 'node:crypto';
import type { Format } from '../media.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { answerTooLarge, LARGEST_ANSWER } from '../sql/bounded-sql.ts';
import { identifier } from '../sql/parameters.ts';
import type { SealedTable } from './sealed-table.ts';
import type { Seals } from './seals.ts';

/**
 * How sealed columns come into an answer. PostgreSQL builds the answer, and puts a mark in the place of a column
 * that this caller may see opened; here the marks become what the seals hold. The marks of a request begin with a
 * random word of its own, so nobody can have written one into a row before.
 */
export interface Opening {
  /** What is selected in the place of the column; undefined: the column as it stands. */
  columnSql(relation: Relation, alias: string, column: string): string | undefined;
  /** The columns that marks are made of. */
  needs(relation: Relation): readonly string[];
  /** The body with all its marks replaced. */
  opened(body: string | null, format: Format): Promise<string | null>;
}

export function createOpening(tables: ReadonlyMap<string, SealedTable>, seals: Seals): Opening {
  const word = `sealed.${randomBytes(16).toString('hex')}`;
  const mark = new RegExp(`${word.replace('.', '\\.')}\\.([a-z_]+)\\.([0-9a-f-]{36})`, 'g');

  const contents = async (body: string): Promise<Map<string, unknown>> => {
    const ids = new Map<string, Set<string>>();
    for (const [, name = '', id = ''] of body.matchAll(mark)) {
      ids.set(name, (ids.get(name) ?? new Set()).add(id));
    }
    const found = new Map<string, unknown>();
    for (const [name, wanted] of ids) {
      const table = tables.get(name);
      if (!table) continue;
      for (const [id, content] of await seals.open(table, [...wanted])) {
        found.set(`${word}.${name}.${id}`, content);
      }
    }
    return found;
  };

  return {
    columnSql(relation, alias, column) {
      const table = tables.get(relation.name);
      if (table?.column !== column || !relation.columns.has(column)) return undefined;
      const own = `${identifier(alias)}.${identifier(column)}`;
      const text = `('${word}.${table.name}.'::text || ${identifier(alias)}."id"::text)`;
      const marked = relation.columns.get(column)?.typeName === 'jsonb' ? `to_jsonb(${text})` : text;
      if (table.openFor === 'readers') return marked;
      const owner = `${identifier(alias)}.${identifier(table.openFor.owner)}`;
      return `case when ${owner} = (select auth.uid()) then ${marked} else ${own} end`;
    },
    needs(relation) {
      const table = tables.get(relation.name);
      if (!table) return [];
      return table.openFor === 'readers' ? ['id'] : ['id', table.openFor.owner];
    },
    async opened(body, format) {
      if (!body?.includes(word)) return body;
      const found = await contents(body);
      const written = new Map([...found].map(([key, content]) => [key, JSON.stringify(content ?? null)]));
      let length = body.length;
      // A row may be requested many times, and each mark is much shorter than the text it becomes.
      const json = (key: string) => {
        const content = written.get(key) ?? 'null';
        length += content.length;
        if (length > LARGEST_ANSWER.bytes) throw answerTooLarge();
        return content;
      };
      if (format.shape !== 'csv') {
        return body.replace(new RegExp(`"(${mark.source})"`, 'g'), (_, key: string) => json(key));
      }
      const quoted = (text: string) => text.replaceAll('"', '""');
      return body
        .replace(new RegExp(`""(${mark.source})""`, 'g'), (_, key: string) => quoted(json(key)))
        .replace(mark, (key) => `"${quoted(String(found.get(key) ?? ''))}"`);
    },
  };
}
