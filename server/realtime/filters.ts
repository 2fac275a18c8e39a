/** One condition on a column, such as `user_id=eq.42`. */
export interface Condition {
  column: string;
  operator: Operator;
  /** One value, except for `in`. */
  values: string[];
}

const operators = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=', in: '= any' } as const;
export type Operator = keyof typeof operators;

const MAX_VALUES = 100;
const names = Object.keys(operators).join('|');
const start = new RegExp(`^([^=,()"]{1,63})=(${names})\\.`);
/** The start of the next condition. Any other text after a comma is part of the value, as in the hosted service. */
const next = new RegExp(`,(?=[^=,()"]{1,63}=(?:${names})\\.)`);

/** Parses the conditions of a filter, which are combined with `and`; undefined if the filter is invalid. */
export function parseFilter(text: string): Condition[] | undefined {
  const conditions: Condition[] = [];
  let rest = text;
  do {
    const [head, column = '', operator = ''] = start.exec(rest) ?? [];
    if (head === undefined || !isOperator(operator)) return undefined;
    rest = rest.slice(head.length);
    const read = operator === 'in' ? readList(rest) : readValue(rest);
    if (!read) return undefined;
    conditions.push({ column, operator, values: read.values });
    rest = rest.slice(read.length);
    if (rest === '') return conditions;
    // The comma between two conditions.
    rest = rest.slice(1);
  } while (rest !== '');
  return undefined;
}

/** The condition as SQL. `parameter` is the number of the value's parameter. */
export function conditionSql(
  { operator }: Condition,
  column: string,
  sqlType: string,
  parameter: number,
): string {
  return operator === 'in'
    ? `${column} = any($${parameter}::${sqlType}[])`
    : `${column} ${operators[operator]} $${parameter}::${sqlType}`;
}

interface Parsed {
  values: string[];
  length: number;
}

function readValue(text: string): Parsed | undefined {
  const quoted = readQuoted(text);
  if (quoted && isEnd(text, quoted.length)) return quoted;
  const end = text.search(next);
  const value = end < 0 ? text : text.slice(0, end);
  return { values: [value], length: value.length };
}

function readList(text: string): Parsed | undefined {
  if (!text.startsWith('(')) return undefined;
  const values: string[] = [];
  let at = 1;
  while (values.length < MAX_VALUES) {
    const rest = text.slice(at);
    const bare = /^[^,()"]*/.exec(rest)?.[0] ?? '';
    const item = readQuoted(rest) ?? { values: [bare.trim()], length: bare.length };
    values.push(...item.values);
    at += item.length;
    const mark = text[at++];
    if (mark === ')') return isEnd(text, at) ? { values, length: at } : undefined;
    if (mark !== ',') return undefined;
  }
  return undefined;
}

/** Parses `"a \" b"`, with backslash escapes. */
function readQuoted(text: string): Parsed | undefined {
  const found = /^"((?:[^"\\]|\\.)*)"/s.exec(text);
  if (!found) return undefined;
  return { values: [(found[1] ?? '').replace(/\\(.)/gs, '$1')], length: found[0].length };
}

function isEnd(text: string, at: number): boolean {
  return at === text.length || text.slice(at).search(next) === 0;
}

function isOperator(name: string): name is Operator {
  return Object.hasOwn(operators, name);
}
