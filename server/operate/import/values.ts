import { isUuid } from '#domain/text/uuid.ts';
import type { SourceRow } from '#server/database/copy/copy-rows.ts';

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:([+-]\d\d)(?::?(\d\d))?|Z)?$/;
/** Larger than any JSON value of the hosted service. */
const MAX_JSON_CHARACTERS = 1_000_000;

export function text(row: SourceRow, column: string): string {
  return row[column] ?? '';
}

/** A UUID in PostgreSQL's format; undefined for anything else. */
export function uuid(row: SourceRow, column: string): string | undefined {
  const id = text(row, column).toLowerCase();
  return isUuid(id) ? id : undefined;
}

/** A UTC timestamp with microseconds, whatever zone the source uses; null if there is none. */
export function moment(row: SourceRow, column: string): string | null {
  const [, day, clock, fraction = '', hours = '+00', minutes = '00'] = TIME.exec(text(row, column)) ?? [];
  if (day === undefined) return null;
  const utc = new Date(`${day}T${clock}${hours}:${minutes}`);
  if (Number.isNaN(utc.getTime())) return null;
  return `${utc.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
}

export function flag(row: SourceRow, column: string): boolean {
  return ['t', 'true'].includes(text(row, column));
}

/** A non-negative integer; undefined for anything else. */
export function count(row: SourceRow, column: string): number | undefined {
  const value = text(row, column);
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** A JSON object; undefined for anything else, or if it is too large. */
export function json(row: SourceRow, column: string): Record<string, unknown> | undefined {
  const value = row[column] ?? '';
  if (value.length > MAX_JSON_CHARACTERS) return undefined;
  try {
    const read: unknown = JSON.parse(value);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    return isObject ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
