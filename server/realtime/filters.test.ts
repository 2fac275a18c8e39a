/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter } from './filters.ts';

describe('filters', () => {
  test.each([
    ['user_id=eq.42', [{ column: 'user_id', operator: 'eq', values: ['42'] }]],
    ['name=neq.a, b (c)', [{ column: 'name', operator: 'neq', values: ['a, b (c)'] }]],
    ['name=eq."a \\" b, "', [{ column: 'name', operator: 'eq', values: ['a " b, '] }]],
    ['name=eq."a" b', [{ column: 'name', operator: 'eq', values: ['"a" b'] }]],
    ['name=eq.', [{ column: 'name', operator: 'eq', values: [''] }]],
    ['id=in.(1, 2,"3,)")', [{ column: 'id', operator: 'in', values: ['1', '2', '3,)'] }]],
    [
      'a=gt.1,b=lte.x,c=in.(1),d=lt."9"',
      [
        { column: 'a', operator: 'gt', values: ['1'] },
        { column: 'b', operator: 'lte', values: ['x'] },
        { column: 'c', operator: 'in', values: ['1'] },
        { column: 'd', operator: 'lt', values: ['9'] },
      ],
    ],
  ])('%s', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected);
  });

  test.each([
    '',
    'name',
    'name=like.a*',
    'name=not.eq.1',
    '=eq.1',
    'id=in.1',
    'id=in.(1',
    'id=in.(1)x',
    'id=in.("1)',
    'a"b=eq.1',
    `id=in.(${Array.from({ length: 101 }, (_, i) => i).join()})`,
  ])('rejects %s', (text) => {
    expect(parseFilter(text)).toBeUndefined();
  });

  test('never throws', () => {
    const piece = fc.constantFrom('a=eq.', 'b=in.(', ')', ',', '"', '\\', '(', '1', 'x', '=', '.');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          for (const { column, values } of parseFilter(text) ?? []) {
            expect(text.startsWith(column) || text.includes(`,${column}=`)).toBe(true);
            expect(values.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  test('parses values that supabase-js quotes', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (value, list) => {
        const quoted = (text: string) => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
        expect(parseFilter(`a=in.(${list.map(quoted).join()}),b=eq.${quoted(value)}`)).toEqual([
          { column: 'a', operator: 'in', values: list },
          { column: 'b', operator: 'eq', values: [value] },
        ]);
      }),
    );
  });
});
