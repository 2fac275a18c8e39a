import { RestError } from '#server/http/wire-error.ts';
import type { Relation } from './schema/schema-cache.ts';

/** The rows of a request's body. The text goes to PostgreSQL as it came: JavaScript would round its numbers. */
export interface Payload {
  /** A JSON array of objects. */
  json: string;
  count: number;
  /** The columns to be written: those of the `columns` parameter, else the keys of the objects. */
  columns: string[];
}

/** Reads an object, or an array of objects with the same keys. */
export function parsePayload(
  body: string | undefined,
  relation: Relation,
  chosen: readonly string[] | undefined,
): Payload {
  const value = parseJson(body);
  const rows = Array.isArray(value) ? value : [value];
  if (!rows.every(isObject)) throw unreadable();
  const columns = chosen ? [...new Set(chosen)] : commonKeys(rows);
  for (const name of columns) {
    if (!relation.columns.has(name)) throw noSuchColumn(relation, name);
  }
  return { json: Array.isArray(value) ? (body ?? '') : `[${body}]`, count: rows.length, columns };
}

export function parseJson(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    throw unreadable();
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function noSuchColumn(relation: Relation, name: string): RestError {
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

function unreadable(): RestError {
  return new RestError('PGRST102', { message: 'Empty or invalid json' });
}
