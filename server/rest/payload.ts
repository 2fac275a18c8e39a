import { maxDraftCharacters } from '#domain/tax-form/draft.ts';
import { hasTooManyMarks } from '#domain/text/unicode.ts';
import { RestError } from './errors.ts';
import type { Relation } from './schema/schema-cache.ts';

/** The rows of a body. The text goes to PostgreSQL unchanged: JavaScript would round its numbers. */
export interface Payload {
  /** A JSON array of objects. */
  json: string;
  /** The same rows for the rules of a sealed table. */
  rows: readonly Record<string, unknown>[];
  /** The columns to write: those of the `columns` parameter, or the keys of the objects. */
  columns: string[];
}

/** Per body. Larger imports have to be split. */
const MAX_ROWS = 5_000;
/** Per text. A whole tax form draft is not longer; the longest column has a tenth of it. */
const MAX_TEXT_LENGTH = maxDraftCharacters;

/** Parses an object, or an array of objects with the same keys. Throws `RestError`. */
export function parsePayload(
  body: string | undefined,
  relation: Relation,
  columnNames: readonly string[] | undefined,
): Payload {
  const value = parseJson(body);
  const rows = Array.isArray(value) ? value : [value];
  if (!rows.every(isObject)) throw invalidJson();
  if (rows.length > MAX_ROWS) {
    throw new RestError('54000', { details: `A request writes at most ${MAX_ROWS} rows.` });
  }
  const columns = columnNames ? [...new Set(columnNames)] : commonKeys(rows);
  for (const name of columns) {
    if (!relation.columns.has(name)) throw unknownColumn(relation, name);
  }
  return { json: Array.isArray(value) ? (body ?? '') : `[${body}]`, rows, columns };
}

/** Parses a body, whose bounds were checked when it was read, and checks its texts. Throws `RestError`. */
export function parseJson(body: string | undefined): unknown {
  const value = parse(body ?? '');
  requireShortTexts(value);
  return value;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalidJson();
  }
}

function requireShortTexts(value: unknown): void {
  if (typeof value === 'string') requireShort(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) requireShort(key);
    requireShortTexts(member);
  }
}

function requireShort(text: string): void {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new RestError('22001', { details: `A text has at most ${MAX_TEXT_LENGTH} characters.` });
  }
  if (hasTooManyMarks(text)) {
    throw new RestError('22001', { details: 'A letter has at most 30 marks over or under it.' });
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function unknownColumn(relation: Relation, name: string): RestError {
  return new RestError('PGRST204', {
    message: `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
  });
}

function commonKeys(rows: readonly Record<string, unknown>[]): string[] {
  const keys = Object.keys(rows[0] ?? {});
  const known = new Set(keys);
  for (const row of rows) {
    const own = Object.keys(row);
    if (own.length !== keys.length || !own.every((key) => known.has(key))) {
      throw new RestError('PGRST102', { message: 'All object keys must match' });
    }
  }
  return keys;
}

function invalidJson(): RestError {
  return new RestError('PGRST102', { message: 'Empty or invalid json' });
}
