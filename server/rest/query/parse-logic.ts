import type { Condition, Filter, Group } from './ast.ts';
import { Cursor } from './cursor.ts';
import { memberValue, parseTest, wholeValue } from './parse-filter.ts';
import { parseField, parseFieldPath } from './parse-name.ts';

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
