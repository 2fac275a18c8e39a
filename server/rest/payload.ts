import { maxDraftCharacters } from '#domain/tax-form/draft.ts';
import { RestError } from './errors.ts';
import type { Relation } from './schema/schema-cache.ts';

/** The rows of a body. The text goes to PostgreSQL unchanged: JavaScript would round its numbers. */
export interface Payload {
  /** A JSON array of objects. */
  json: string;
  count: number;
  /** The columns to write: those of the `columns` parameter, or the keys of the objects. */
  columns: string[];
}

/** Per body. Larger imports have to be split. */
const MAX_ROWS = 5_000;
const MAX_DEPTH = 32;
/** Per text. A whole tax form draft is not longer; the longest column has a tenth of it. */
const MAX_TEXT_LENGTH = maxDraftCharacters;
/** Combining marks per letter, more than any language uses. Normalizing them takes quadratic time. */
const MAX_MARKS = 30;
const MARK = /^\p{M}/u;
/** All marks come after Latin-1, and most texts have none. */
const FIRST_MARK = '\u0300';
const POSSIBLE_MARKS = /[\u0300-\u{10ffff}]/u;

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
  return { json: Array.isArray(value) ? (body ?? '') : `[${body}]`, count: rows.length, columns };
}

/** Parses a body and checks its depth and the length of its texts. Throws `RestError`. */
export function parseJson(body: string | undefined): unknown {
  // Before parsing: a megabyte of brackets takes the parser a second.
  if (depthOf(body ?? '') > MAX_DEPTH) {
    throw new RestError('54001', { details: `A body is at most ${MAX_DEPTH} objects and arrays deep.` });
  }
  const value = parse(body ?? '');
  requireShortTexts(value);
  return value;
}

/** The maximum number of open brackets and braces. */
export function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else if (code === BRACKET || code === BRACE) deepest = Math.max(deepest, ++depth);
    else if (code === BRACKET + 2 || code === BRACE + 2) depth -= 1;
  }
  return deepest;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `]` is two code points after `[`; the same is true of braces. */
const BRACKET = 0x5b;
const BRACE = 0x7b;

function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
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
    requireShort(key);
    requireShortTexts(member);
  }
}

function requireShort(text: string): void {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new RestError('22001', { details: `A text has at most ${MAX_TEXT_LENGTH} characters.` });
  }
  if (text.length > MAX_MARKS && POSSIBLE_MARKS.test(text) && longestRunOfMarks(text) > MAX_MARKS) {
    throw new RestError('22001', { details: `A letter has at most ${MAX_MARKS} marks over or under it.` });
  }
}

function longestRunOfMarks(text: string): number {
  let run = 0;
  let longest = 0;
  for (const character of text) {
    run = character >= FIRST_MARK && MARK.test(character) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
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
