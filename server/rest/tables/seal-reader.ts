import { randomBytes } from 'node:crypto';
import { answerTooLarge, MAX_ANSWER } from '../sql/bounded-sql.ts';
import { identifier } from '../sql/parameters.ts';
import type { SealReader } from '../sql/read-sql.ts';
import type { SealedTable } from './sealed-table.ts';
import type { Seals } from './seals.ts';

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
