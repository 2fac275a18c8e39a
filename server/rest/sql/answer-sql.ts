import type { Statement } from '#server/database/database.ts';
import type { Format } from '../media.ts';
import type { ReadSql, RowForm } from './bounded-sql.ts';
import { identifier, type Parameters } from './parameters.ts';

/** The single row that every statement returns. Counts are texts, like every bigint. */
export interface AnswerRow {
  /** The number of rows in the body. */
  rows: string;
  body: string | null;
  /** The number of all matching rows, if requested. */
  total: string | null;
  /** The number of written rows, and of rows that an upsert replaced. */
  affected: string | null;
  replaced: string | null;
  /** The primary key if one row was written, for the `Location` header. */
  location: Record<string, string | null> | null;
}

interface AnswerParts {
  /** Common table expressions. */
  ctes: string[];
  /** The name of the one with the rows of the body; undefined for no body. */
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
    // All input is in the parameters, except for names, so the same request of another caller has the same text.
    prepared: true,
    text: `with ${ctes.join(', ')} select ${select}${source}`,
    values: parameters.values,
  };
}

/** Rows with columns, or values of a function in the column `value`; several or one. */
export type RowShape = 'rows' | 'row' | 'values' | 'value';

/** The expression for each row of the body. For CSV, all columns must have names. */
export function rowForm(format: Format, shape: RowShape, columns: ReadSql['columns']): RowForm {
  if (format.shape === 'csv') return { value: csvLine(columns.map(nameOf)), type: 'text' };
  const value = shape === 'value' || shape === 'values' ? 'to_json("r"."value")' : 'row_to_json("r".*)';
  return { value: format.stripNulls ? `json_strip_nulls(${value})` : value, type: 'json' };
}

/** The rows of `"p"` as one text. */
export function bodySql(
  format: Format,
  shape: RowShape,
  columns: ReadSql['columns'],
  parameters: Parameters,
): string {
  if (format.shape === 'csv') {
    const header = parameters.add(columns.map((column) => csvField(nameOf(column))).join(','), 'text');
    return `${header} || coalesce(E'\\n' || string_agg("p"."j", E'\\n'), '')`;
  }
  const one = format.shape === 'object' || shape === 'row' || shape === 'value';
  return one ? '(array_agg("p"."j"))[1]::text' : `coalesce(json_agg("p"."j"), '[]')::text`;
}

/** RFC 4180: a field is quoted if necessary, and a null is empty. */
function csvLine(names: readonly string[]): string {
  const cells = names.map((name) => {
    const text = `"r".${identifier(name)}::text`;
    return `case when ${text} ~ '[",\\n\\r]' or ${text} = '' then '"' || replace(${text}, '"', '""') || '"' else coalesce(${text}, '') end`;
  });
  return cells.length === 0 ? `''::text` : cells.join(` || ',' || `);
}

function nameOf({ name }: ReadSql['columns'][number]): string {
  return name ?? '';
}

function csvField(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
