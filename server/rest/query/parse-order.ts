import type { Field, OrderTerm } from './ast.ts';
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
  const { relation, field } = parseTarget(cursor);
  const descending = parseDirection(cursor);
  const nulls = parseNulls(cursor);
  if (!cursor.done && !cursor.looksAt(/[ \t]*,/y)) {
    cursor.fail(
      nulls
        ? '"," or end of input'
        : descending === undefined
          ? '"asc", "desc", "nullsfirst" or "nullslast"'
          : '"nullsfirst" or "nullslast"',
    );
  }
  return { relation, field, descending: descending ?? false, nulls };
}

function parseTarget(cursor: Cursor): { relation: string | undefined; field: Field } {
  const field = parseField(cursor);
  if (field.path.length > 0 || !cursor.take('(')) return { relation: undefined, field };
  const inner = parseField(cursor);
  cursor.expect(')');
  return { relation: field.name, field: inner };
}

function parseDirection(cursor: Cursor): boolean | undefined {
  const direction = cursor.match(/\.(?:asc|desc)(?=[., \t]|$)/y);
  return direction === undefined ? undefined : direction === '.desc';
}

function parseNulls(cursor: Cursor): 'first' | 'last' | undefined {
  const nulls = cursor.match(/\.nulls(?:first|last)(?=[., \t]|$)/y);
  if (nulls === undefined) return undefined;
  return nulls === '.nullsfirst' ? 'first' : 'last';
}
