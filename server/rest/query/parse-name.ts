import type { Field, JsonStep } from './ast.ts';
import type { Cursor } from './cursor.ts';

const BARE_NAME = /(?:[\p{L}\p{Nd}_$ ]|-(?!>))+/uy;
/** A JSON key may contain other characters, such as `/`, `@`, `#` and `!`. */
const BARE_KEY = /(?:[^(\-:.,>)\0]|-(?!>))+/uy;
const INDEX = /-?\d+(?=->|::|[.,)]|$)/y;

/** A column's, relation's or function's name: bare, or in double quotes with backslash escapes. */
export function parseName(
  cursor: Cursor,
  expecting = 'field name (* or [a..z0..9_$])',
  bare = BARE_NAME,
): string {
  if (cursor.next === '"') return parseQuoted(cursor);
  const start = cursor.at;
  const name = cursor.match(bare)?.trim();
  if (name === undefined || name === '' || name === '-') {
    cursor.at = start;
    return cursor.fail(expecting);
  }
  return name;
}

/** `"..."` with backslash escapes. */
export function parseQuoted(cursor: Cursor): string {
  cursor.expect('"');
  const raw = cursor.match(/(?:[^"\\]|\\.)*/sy) ?? '';
  // PostgreSQL can't store a zero byte, and it would end the text of a statement.
  if (raw.includes('\0')) cursor.fail('a name without a zero byte');
  cursor.expect('"');
  return raw.replace(/\\(.)/gs, '$1');
}

export function parseField(cursor: Cursor): Field {
  cursor.skipBlanks();
  const name = parseName(cursor);
  const path = parseJsonPath(cursor);
  cursor.skipBlanks();
  return { name, path };
}

/** `a.b.name->key`: the path to an embedded relation, then the field. */
export function parseFieldPath(cursor: Cursor): { path: string[]; field: Field } {
  const names = [parseName(cursor)];
  while (cursor.take('.')) names.push(parseName(cursor));
  const jsonPath = parseJsonPath(cursor);
  cursor.expectEnd();
  const name = names.pop() ?? '';
  return { path: names, field: { name, path: jsonPath } };
}

export function parseNames(cursor: Cursor): string[] {
  const names: string[] = [];
  do {
    cursor.skipBlanks();
    names.push(parseName(cursor));
    cursor.skipBlanks();
  } while (cursor.take(','));
  cursor.expectEnd();
  return names;
}

function parseJsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    const asText = cursor.take('->>');
    if (!asText && !cursor.take('->')) return steps;
    const index = cursor.match(INDEX);
    steps.push({ asText, key: index ?? parseName(cursor, 'a key', BARE_KEY), isIndex: index !== undefined });
  }
}
