import { RestError } from '../errors.ts';
import type { SelectedField, SelectedRelation, SelectItem } from './ast.ts';
import { Cursor } from './cursor.ts';
import { parseField, parseName } from './parse-name.ts';

const MAX_DEPTH = 10;

/** `a,alias:b::text,data->>key,*,relation!inner(x,y)`. An empty list selects rows without columns. */
export function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor(text, 'select parameter');
  if (cursor.done) return [];
  const items = parseItems(cursor, 1);
  cursor.expectEnd();
  return items;
}

function parseItems(cursor: Cursor, depth: number): SelectItem[] {
  if (depth > MAX_DEPTH) cursor.fail(`at most ${MAX_DEPTH} relations within each other`);
  const items: SelectItem[] = [];
  do {
    cursor.skipBlanks();
    items.push(parseItem(cursor, depth));
    cursor.skipBlanks();
  } while (cursor.take(','));
  return items;
}

function parseItem(cursor: Cursor, depth: number): SelectItem {
  if (cursor.take('...')) {
    return parseRelation(cursor, { relation: parseName(cursor), alias: undefined, spread: true }, depth);
  }
  if (cursor.take('*')) {
    if (!cursor.done && !cursor.looksAt(/[ \t]*[,)]/y)) cursor.fail('")", "," or end of input');
    return { kind: 'star' };
  }
  const alias = parseAlias(cursor);
  const field = parseField(cursor);
  if (field.path.length === 0 && cursor.looksAt(/[!(]/y)) {
    if (field.name === 'count' && cursor.looksAt(/\(\)/y)) refuseAggregate();
    return parseRelation(cursor, { relation: field.name, alias, spread: false }, depth);
  }
  if (cursor.looksAt(/\.(?:avg|count|max|min|sum)\(\)/y)) refuseAggregate();
  return { kind: 'field', field, alias, cast: parseCast(cursor) };
}

/** The name before a single colon. Two colons are a cast. */
function parseAlias(cursor: Cursor): string | undefined {
  const start = cursor.at;
  if (cursor.looksAt(/"|[^:,()"!>]+:(?!:)/y)) {
    const alias = parseName(cursor);
    cursor.skipBlanks();
    if (cursor.looksAt(/:(?!:)/y)) {
      cursor.take(':');
      return alias;
    }
  }
  cursor.at = start;
  return undefined;
}

function parseCast(cursor: Cursor): SelectedField['cast'] {
  if (!cursor.take('::')) return undefined;
  // The name of an SQL type, which may have several words. It goes into the statement unquoted, so only letters, digits,
  // underscores and single spaces are allowed.
  const cast = cursor.match(/[A-Za-z_][A-Za-z0-9_]*(?: [A-Za-z_][A-Za-z0-9_]*)*/y);
  return cast ?? cursor.fail('letter or digit');
}

function parseRelation(
  cursor: Cursor,
  start: Pick<SelectedRelation, 'relation' | 'alias' | 'spread'>,
  depth: number,
): SelectedRelation {
  let hint: string | undefined;
  let inner = false;
  while (cursor.take('!')) {
    const name = parseName(cursor);
    if (name === 'inner') inner = true;
    else if (name !== 'left') hint = name;
  }
  cursor.expect('(');
  cursor.skipBlanks();
  const items = cursor.next === ')' ? [] : parseItems(cursor, depth + 1);
  cursor.expect(')', '"," or ")"');
  return { kind: 'relation', ...start, hint, inner, items };
}

/** Aggregates are disabled, as in the hosted service: they are cheap to request and expensive to run. */
function refuseAggregate(): never {
  throw new RestError('PGRST123');
}
