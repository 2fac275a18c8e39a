/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyName, quote } from '#tests/support/rest-grammar.ts';
import type { OrderTerm } from './ast.ts';
import { parseOrder } from './parse-query.ts';

const term = (name: string, more: Partial<OrderTerm> = {}): OrderTerm => ({
  relation: undefined,
  field: { name, path: [] },
  descending: false,
  nulls: undefined,
  ...more,
});

describe('the order', () => {
  test.each<[string, OrderTerm[]]>([
    ['a', [term('a')]],
    ['a.asc,b.desc', [term('a'), term('b', { descending: true })]],
    ['a.nullsfirst', [term('a', { nulls: 'first' })]],
    ['a.desc.nullslast , b', [term('a', { descending: true, nulls: 'last' }), term('b')]],
    ['r(a).desc', [term('a', { relation: 'r', descending: true })]],
    [
      'data->>k.desc',
      [
        term('data', {
          field: { name: 'data', path: [{ asText: true, key: 'k', isIndex: false }] },
          descending: true,
        }),
      ],
    ],
    [
      'data->0.asc',
      [term('data', { field: { name: 'data', path: [{ asText: false, key: '0', isIndex: true }] } })],
    ],
  ])('%s', (text, terms) => {
    expect(parseOrder(text)).toEqual(terms);
  });

  test.each([
    ['id.ac', 3, '"asc", "desc", "nullsfirst" or "nullslast"'],
    ['id.descc', 3, '"asc", "desc", "nullsfirst" or "nullslast"'],
    ['id.asc.nulls', 7, '"nullsfirst" or "nullslast"'],
    ['id.nullsfirst.desc', 14, '"," or end of input'],
    ['r(a,b)', 4, '")"'],
    ['', 1, 'field name'],
    ['a,', 3, 'field name'],
  ])('rejects %j', (text, column, expecting) => {
    expect(() => parseOrder(text)).toThrow(
      expect.objectContaining({
        code: 'PGRST100',
        message: `"failed to parse order (${text})" (line 1, column ${column})`,
        details: expect.stringContaining(expecting),
      }),
    );
  });
});

test('parses any serialized order', () => {
  const terms = fc.array(
    fc.record({
      relation: fc.option(anyName, { nil: undefined }),
      field: fc.record({ name: anyName, path: fc.constant([]) }),
      descending: fc.boolean(),
      nulls: fc.constantFrom(undefined, 'first' as const, 'last' as const),
    }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(terms, (order) => {
      expect(parseOrder(order.map(write).join(','))).toEqual(order);
    }),
  );
});

function write({ relation, field, descending, nulls }: OrderTerm): string {
  const inner = quote(field.name);
  const target = relation === undefined ? inner : `${quote(relation)}(${inner})`;
  return `${target}.${descending ? 'desc' : 'asc'}${nulls === undefined ? '' : `.nulls${nulls}`}`;
}
