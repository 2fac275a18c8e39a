import type { OrderTerm } from './ast.ts';
import { Cursor } from './cursor.ts';
import { parseField } from './parse-name.ts';

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
