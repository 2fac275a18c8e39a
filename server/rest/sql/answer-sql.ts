import type { Statement } from '#server/database/database.ts';
import type { Format } from '../media.ts';
import { identifier, type Parameters } from './parameters.ts';
import type { ReadSql } from './read-sql.ts';

/** The one row that every statement of this service answers with. Counts are texts, as PostgreSQL's bigint is. */
export interface AnswerRow {
  /** The rows in the body. */
  rows: string;
  body: string | null;
  /** All rows that the filters let through, where it was asked for. */
  total: string | null;
  /** Rows written; for an upsert, so many of them had been there before. */
  affected: string | null;
  replaced: string | null;
  /** The primary key of the only row written, for the `Location` header. */
  location: Record<string, string | null> | null;
}

interface AnswerParts {
  /** Common table expressions, the last of them perhaps the rows of the answer. */
  ctes: string[];
  /** The name of the one to answer with; none: no body. */
  from: string | undefined;
  body: string;
  extra?: Partial<Record<'total' | 'affected' | 'replaced' | 'location', string>>;
}

const NOTHING = 'null';

export function answerStatement(parts: AnswerParts, parameters: Parameters): Statement {
  const { ctes, from, body, extra = {} } = parts;
  const columns = {
    rows: from === undefined ? `'0'` : 'count(*)',
    body,
    total: NOTHING,
    affected: NOTHING,
    replaced: NOTHING,
    location: NOTHING,
    ...extra,
  };
  const select = Object.entries(columns)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(', ');
  const source = from === undefined ? '' : ` from "${from}" as "p"`;
  return {
    text: `with ${ctes.join(', ')} select ${select}${source}`,
    values: parameters.values,
  };
}

/** Rows with columns, or a function's values, which stand in the one column `value`; many of them or just one. */
export type RowShape = 'rows' | 'row' | 'values' | 'value';

/** The rows of `"p"` as text in the wanted format. `columns` are those of the rows, all named for CSV. */
export function bodySql(
  format: Format,
  shape: RowShape,
  columns: ReadSql['columns'],
  parameters: Parameters,
): string {
  if (format.shape === 'csv') {
    const names = columns.map(({ name }) => name ?? '');
    return csvSql(names, parameters);
  }
  const rows = shape === 'value' || shape === 'values' ? 'json_agg("p"."value")' : 'json_agg("p".*)';
  const one = format.shape === 'object' || shape === 'row' || shape === 'value';
  const value = one ? `${rows} -> 0` : `coalesce(${rows}, '[]')`;
  return `(${format.stripNulls ? `json_strip_nulls(${value})` : value})::text`;
}

/** RFC 4180, with `\n` between rows: a field is quoted where it must be, a null is nothing between the commas. */
function csvSql(names: readonly string[], parameters: Parameters): string {
  const header = names.map(csvField).join(',');
  const cells = names.map((name) => {
    const text = `"p".${identifier(name)}::text`;
    return `case when ${text} ~ '[",\\n\\r]' or ${text} = '' then '"' || replace(${text}, '"', '""') || '"' else coalesce(${text}, '') end`;
  });
  const line = cells.length === 0 ? `''` : cells.join(` || ',' || `);
  return `${parameters.add(header, 'text')} || coalesce(E'\\n' || string_agg(${line}, E'\\n'), '')`;
}

function csvField(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
