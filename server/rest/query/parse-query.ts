import { RestError } from '../errors.ts';
import type { OrderTerm, SelectItem } from './ast.ts';
import { Cursor } from './cursor.ts';
import { type PlacedCondition, parseFilter, parseLogic } from './parse-logic.ts';
import { parseField, parseFieldPath, parseNames } from './parse-name.ts';
import { parseSelect } from './parse-select.ts';

/** A value for the table itself (an empty path) or an embedded relation. */
export interface Placed<T> {
  path: string[];
  value: T;
}

/** A parsed query string. Requests must reject the parts that they don't support. */
export interface RestQuery {
  select: SelectItem[] | undefined;
  columns: string[] | undefined;
  onConflict: string[] | undefined;
  conditions: PlacedCondition[];
  orders: Placed<OrderTerm[]>[];
  limits: Placed<bigint>[];
  offsets: Placed<bigint>[];
}

export type Parameter = readonly [key: string, value: string];

/** The parameters in order, form-decoded: `+` is a space, invalid UTF-8 becomes U+FFFD. */
export function parametersOf(url: string): Parameter[] {
  const start = url.indexOf('?');
  return start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1))];
}

export function parseQuery(parameters: readonly Parameter[]): RestQuery {
  const query: RestQuery = {
    select: undefined,
    columns: undefined,
    onConflict: undefined,
    conditions: [],
    orders: [],
    limits: [],
    offsets: [],
  };
  const seen = new Set<string>();
  for (const [key, value] of parameters) {
    const word = key.slice(key.lastIndexOf('.') + 1);
    if (word === 'and' || word === 'or') {
      query.conditions.push(parseLogic(key, value));
    } else if (read(query, key, word, value)) {
      if (seen.has(key)) refuse(`"${key}" is given more than once`);
      seen.add(key);
    } else {
      query.conditions.push(parseFilter(key, value));
    }
  }
  return query;
}

/** Parses a reserved parameter, which may occur once; false for a filter. */
function read(query: RestQuery, key: string, word: string, value: string): boolean {
  if (key === 'select') query.select = parseSelect(value);
  else if (key === 'columns') query.columns = parseNames(new Cursor(value, 'columns parameter'));
  else if (key === 'on_conflict') query.onConflict = parseNames(new Cursor(value, 'on_conflict parameter'));
  else if (word === 'order') query.orders.push({ path: pathOf(key), value: parseOrder(value) });
  else if (word === 'limit') query.limits.push({ path: pathOf(key), value: parseCount(key, value) });
  else if (word === 'offset') query.offsets.push({ path: pathOf(key), value: parseOffset(key, value) });
  else return false;
  return true;
}

function pathOf(key: string): string[] {
  return parseFieldPath(new Cursor(key, 'tree path')).path;
}

/** `name.desc.nullslast,data->>key,relation(column).asc` */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    cursor.skipBlanks();
    terms.push(parseTerm(cursor));
    cursor.skipBlanks();
  } while (cursor.take(','));
  cursor.expectEnd();
  return terms;
}

function parseTerm(cursor: Cursor): OrderTerm {
  const first = parseField(cursor);
  const isRelated = first.path.length === 0 && cursor.take('(');
  const field = isRelated ? parseField(cursor) : first;
  if (isRelated) cursor.expect(')');
  const direction = cursor.match(/\.(?:asc|desc)(?=[., \t]|$)/y);
  const nulls = cursor.match(/\.nulls(?:first|last)(?=[., \t]|$)/y)?.slice('.nulls'.length);
  if (!cursor.done && !cursor.looksAt(/[ \t]*,/y)) {
    if (nulls) cursor.fail('"," or end of input');
    cursor.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"');
  }
  return {
    relation: isRelated ? first.name : undefined,
    field,
    descending: direction === '.desc',
    nulls: nulls as OrderTerm['nulls'],
  };
}

function parseCount(key: string, value: string): bigint {
  if (/^-\d+$/.test(value)) {
    throw new RestError('PGRST103', { details: 'Limit should be greater than or equal to zero.' });
  }
  if (!/^\d{1,18}$/.test(value)) refuse(`"${key}" must be a whole number`);
  return BigInt(value);
}

/** A negative offset is ignored, as in the hosted service. */
function parseOffset(key: string, value: string): bigint {
  return /^-\d+$/.test(value) ? 0n : parseCount(key, value);
}

/** Throws PGRST100 for a valid query that this request does not support. */
export function refuse(details: string): never {
  throw new RestError('PGRST100', { details });
}
