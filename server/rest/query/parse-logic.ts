import {
  type Comparison,
  type Condition,
  comparisons,
  type Filter,
  type FullTextSearch,
  type Group,
  type IsValue,
  searches,
  type Test,
} from './ast.ts';
import { Cursor } from './cursor.ts';
import { parseField, parseFieldPath, parseName, parseQuoted } from './parse-name.ts';

/** A condition with the path to its embedded relation. An empty path is the table itself. */
export interface PlacedCondition {
  path: string[];
  condition: Condition;
}

const GROUP_START = /(?:not\.)?(?:and|or)[ \t]*\(/y;
/** Avoids PostgreSQL's stack depth limit. */
const MAX_DEPTH = 50;

/** `column=eq.1`, `relation.column=in.(1,2)`, `data->>key=not.is.null` */
export function parseFilter(key: string, value: string): PlacedCondition {
  const { path, field } = parseFieldPath(new Cursor(key, 'tree path'));
  const cursor = new Cursor(value, 'filter');
  const { negated, test } = parseTest(cursor, wholeValue);
  cursor.expectEnd();
  return { path, condition: { kind: 'filter', field, negated, test } };
}

/** `or=(a.eq.1,and(b.gt.2,c.is.null))`, `relation.not.and=(...)` */
export function parseLogic(key: string, value: string): PlacedCondition {
  const { path, field } = parseFieldPath(new Cursor(key, 'logic path'));
  const negated = path.at(-1) === 'not';
  const cursor = new Cursor(value, 'logic tree');
  const members = parseMembers(cursor, 1);
  cursor.expectEnd();
  const operator = field.name === 'and' ? 'and' : 'or';
  return {
    path: negated ? path.slice(0, -1) : path,
    condition: { kind: 'group', operator, negated, members },
  };
}

function parseMembers(cursor: Cursor, depth: number): Condition[] {
  if (depth > MAX_DEPTH) cursor.fail(`at most ${MAX_DEPTH} groups within each other`);
  cursor.skipBlanks();
  cursor.expect('(');
  const members: Condition[] = [];
  do {
    cursor.skipBlanks();
    members.push(cursor.looksAt(GROUP_START) ? parseGroup(cursor, depth) : parseMember(cursor));
    cursor.skipBlanks();
  } while (cursor.take(','));
  cursor.expect(')', '"," or ")"');
  cursor.skipBlanks();
  return members;
}

function parseGroup(cursor: Cursor, depth: number): Group {
  const negated = cursor.take('not.');
  const operator = cursor.take('and') ? 'and' : 'or';
  if (operator === 'or') cursor.expect('or');
  return { kind: 'group', operator, negated, members: parseMembers(cursor, depth + 1) };
}

function parseMember(cursor: Cursor): Filter {
  const field = parseField(cursor);
  cursor.expect('.', 'delimiter (.)');
  return { kind: 'filter', field, ...parseTest(cursor, memberValue) };
}

const QUANTIFIABLE = new Set<string>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']);
const IS_VALUE = /(?:null|not_null|true|false|unknown)(?=[,)]|$)/iy;

/** Reads a value: the whole text for a parameter, up to `,` or `)` inside `or=(...)`. */
type ValueReader = (cursor: Cursor) => string;

const wholeValue: ValueReader = (cursor) => cursor.match(/.*/sy) ?? '';

/** A quoted text, an array in braces, or the text before the next `,` or `)`. */
const memberValue: ValueReader = (cursor) =>
  parseQuotedElement(cursor) ?? cursor.match(/\{[^{}]*\}(?=[,)]|$)/y) ?? cursor.match(/[^,)]*/y) ?? '';

/** `[not.]operator[(modifier)].value` */
function parseTest(cursor: Cursor, readValue: ValueReader): { negated: boolean; test: Test } {
  const negated = cursor.take('not.');
  const start = cursor.at;
  const word = cursor.match(/[a-z]+/y) ?? '';
  if (word === 'in') {
    expectDot(cursor);
    return { negated, test: { kind: 'in', values: parseList(cursor) } };
  }
  if (word === 'is') {
    expectDot(cursor);
    const value = cursor.match(IS_VALUE) ?? cursor.fail('null or trilean value (unknown, true, false)');
    return { negated, test: { kind: 'is', value: value.toLowerCase() as IsValue } };
  }
  if (isSearch(word)) {
    const language = parseLanguage(cursor);
    expectDot(cursor);
    return { negated, test: { kind: 'search', operator: word, language, value: readValue(cursor) } };
  }
  if (isComparison(word)) {
    const quantifier = QUANTIFIABLE.has(word) ? parseQuantifier(cursor) : undefined;
    expectDot(cursor);
    return { negated, test: { kind: 'compare', operator: word, quantifier, value: readValue(cursor) } };
  }
  cursor.at = start;
  return cursor.fail(negated ? 'operator (eq, gt, ...)' : '"not" or operator (eq, gt, ...)');
}

function expectDot(cursor: Cursor): void {
  cursor.expect('.', 'delimiter (.)');
}

function isComparison(word: string): word is Comparison {
  return Object.hasOwn(comparisons, word);
}

function isSearch(word: string): word is FullTextSearch {
  return Object.hasOwn(searches, word);
}

function parseQuantifier(cursor: Cursor): 'any' | 'all' | undefined {
  if (!cursor.take('(')) return undefined;
  const quantifier = cursor.match(/any|all/y);
  if (quantifier !== 'any' && quantifier !== 'all') return cursor.fail('"any" or "all"');
  cursor.expect(')');
  return quantifier;
}

function parseLanguage(cursor: Cursor): string | undefined {
  if (!cursor.take('(')) return undefined;
  const language = parseName(cursor, 'the name of a text search configuration');
  cursor.expect(')');
  return language;
}

/** `(1,2,"with, comma")` */
function parseList(cursor: Cursor): string[] {
  cursor.skipBlanks();
  cursor.expect('(');
  cursor.skipBlanks();
  const values: string[] = [];
  do values.push(parseQuotedElement(cursor) ?? cursor.match(/[^,)]*/y) ?? '');
  while (cursor.take(','));
  cursor.expect(')', '"," or ")"');
  cursor.skipBlanks();
  return values.length === 1 && values[0] === '' ? [] : values;
}

/** Quotes only count around the whole element. Other quotes are part of the value. */
function parseQuotedElement(cursor: Cursor): string | undefined {
  const start = cursor.at;
  if (!cursor.looksAt(/"(?:[^"\\]|\\.)*"(?=[,)]|$)/sy)) return undefined;
  const value = parseQuoted(cursor);
  if (cursor.looksAt(/[,)]|$/y)) return value;
  cursor.at = start;
  return undefined;
}
