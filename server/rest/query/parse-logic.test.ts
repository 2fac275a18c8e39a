/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyName, anyText, quote } from '#tests/support/rest-grammar.ts';
import { RestError } from '../errors.ts';
import type { Condition } from './ast.ts';
import { parseLogic } from './parse-logic.ts';

const eq = (name: string, value: string): Condition => ({
  kind: 'filter',
  field: { name, path: [] },
  negated: false,
  test: { kind: 'compare', operator: 'eq', quantifier: undefined, value },
});

describe('parseLogic', () => {
  test('nest and negate', () => {
    expect(parseLogic('or', '(a.eq.1,not.and(b.eq.2,c.not.is.null),d.in.("x,y",z))')).toEqual({
      path: [],
      condition: {
        kind: 'group',
        operator: 'or',
        negated: false,
        members: [
          eq('a', '1'),
          {
            kind: 'group',
            operator: 'and',
            negated: true,
            members: [
              eq('b', '2'),
              {
                kind: 'filter',
                field: { name: 'c', path: [] },
                negated: true,
                test: { kind: 'is', value: 'null' },
              },
            ],
          },
          {
            kind: 'filter',
            field: { name: 'd', path: [] },
            negated: false,
            test: { kind: 'in', values: ['x,y', 'z'] },
          },
        ],
      },
    });
  });

  test('reads negation and relation from the key', () => {
    expect(parseLogic('parts.not.and', '(a.eq.1)')).toMatchObject({
      path: ['parts'],
      condition: { operator: 'and', negated: true },
    });
    expect(parseLogic('not.or', '(a.eq.1)')).toMatchObject({ path: [], condition: { negated: true } });
  });

  test('reads quoted values and arrays that contain separators', () => {
    const { condition } = parseLogic('or', '(a.eq."1,2",b.cs.{3,4},c.eq.5.6,"or".eq.7)');
    expect(condition).toMatchObject({
      members: [
        { test: { value: '1,2' } },
        { test: { operator: 'cs', value: '{3,4}' } },
        { test: { value: '5.6' } },
        { field: { name: 'or' }, test: { value: '7' } },
      ],
    });
  });

  test('accepts columns named and and or', () => {
    expect(parseLogic('or', '(and.eq.1,or.eq.2)').condition).toMatchObject({
      members: [eq('and', '1'), eq('or', '2')],
    });
  });

  test.each(['', '()', 'a.eq.1', '(a.eq.1', '(a.eq.1)x', '(a)', '(a.eq.1,)', '(xor(a.eq.1))', '(in.1,2)'])(
    'rejects %j',
    (value) => {
      expect(() => parseLogic('or', value)).toThrow(RestError);
    },
  );

  test('limits the depth', () => {
    const deep = (depth: number) => `${'(or'.repeat(depth)}(a.eq.1)${')'.repeat(depth)}`;
    expect(() => parseLogic('or', deep(49))).not.toThrow();
    expect(() => parseLogic('or', deep(50))).toThrow(RestError);
  });
});

test('parses any serialized tree', () => {
  const { tree } = fc.letrec<{ tree: Condition; leaf: Condition; group: Condition }>((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('group')),
    leaf: fc.record({
      kind: fc.constant('filter' as const),
      field: fc.record({ name: anyName, path: fc.constant([]) }),
      negated: fc.boolean(),
      test: fc.oneof(
        fc.record({
          kind: fc.constant('compare' as const),
          operator: fc.constantFrom('eq' as const, 'ilike' as const, 'cs' as const),
          quantifier: fc.constant(undefined),
          value: anyText,
        }),
        fc.record({ kind: fc.constant('in' as const), values: fc.array(anyText, { minLength: 2 }) }),
      ),
    }),
    group: fc.record({
      kind: fc.constant('group' as const),
      operator: fc.constantFrom('and' as const, 'or' as const),
      negated: fc.boolean(),
      members: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
    }),
  }));
  fc.assert(
    fc.property(tree, (condition) => {
      expect(parseLogic('and', `(${write(condition)})`).condition).toMatchObject({ members: [condition] });
    }),
  );
});

function write(condition: Condition): string {
  const not = condition.negated ? 'not.' : '';
  if (condition.kind === 'group') {
    return `${not}${condition.operator}(${condition.members.map(write).join(',')})`;
  }
  const { field, test: found } = condition;
  if (found.kind === 'in') return `${quote(field.name)}.${not}in.(${found.values.map(quote).join(',')})`;
  if (found.kind !== 'compare') throw new Error('not written here');
  return `${quote(field.name)}.${not}${found.operator}.${quote(found.value)}`;
}
