import type { Comparison, FullTextSearch, IsValue, Test } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseName, parseQuoted } from './parse-name.ts';

const COMPARISONS = new Set<string>([
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'isdistinct'],
  ...['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'],
]);
const QUANTIFIABLE = new Set<string>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']);
const SEARCHES = new Set<string>(['fts', 'plfts', 'phfts', 'wfts']);
const IS_VALUE = /(?:null|not_null|true|false|unknown)(?=[,)]|$)/iy;

/** Reads a value: the whole text for a parameter, up to `,` or `)` inside `or=(...)`. */
export type ValueReader = (cursor: Cursor) => string;

export const wholeValue: ValueReader = (cursor) => cursor.match(/.*/sy) ?? '';

/** A quoted text, an array in braces, or the text before the next `,` or `)`. */
export const memberValue: ValueReader = (cursor) =>
  parseQuotedElement(cursor) ?? cursor.match(/\{[^{}]*\}(?=[,)]|$)/y) ?? cursor.match(/[^,)]*/y) ?? '';

/** `[not.]operator[(modifier)].value` */
export function parseTest(cursor: Cursor, readValue: ValueReader): { negated: boolean; test: Test } {
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
  return COMPARISONS.has(word);
}

function isSearch(word: string): word is FullTextSearch {
  return SEARCHES.has(word);
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
