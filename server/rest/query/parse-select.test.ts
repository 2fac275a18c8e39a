/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyName, quote } from '#tests/support/rest-grammar.ts';
import { RestError } from '../errors.ts';
import type { SelectItem } from './ast.ts';
import { parseSelect } from './parse-select.ts';

const field = (name: string, more: Record<string, unknown> = {}) => ({
  kind: 'field',
  field: { name, path: [] },
  alias: undefined,
  cast: undefined,
  ...more,
});
const relation = (name: string, items: unknown[], more: Record<string, unknown> = {}) => ({
  kind: 'relation',
  relation: name,
  alias: undefined,
  hint: undefined,
  inner: false,
  spread: false,
  items,
  ...more,
});

describe('the select list', () => {
  test.each<[string, unknown[]]>([
    ['', []],
    ['*', [{ kind: 'star' }]],
    ['a, b ,c', [field('a'), field('b'), field('c')]],
    ['alias:a', [field('a', { alias: 'alias' })]],
    ['"a:b":c', [field('c', { alias: 'a:b' })]],
    ['a::text', [field('a', { cast: 'text' })]],
    ['x:a::double precision', [field('a', { alias: 'x', cast: 'double precision' })]],
    [
      'data->a->>b',
      [
        field('data', {
          field: {
            name: 'data',
            path: [
              { asText: false, key: 'a', isIndex: false },
              { asText: true, key: 'b', isIndex: false },
            ],
          },
        }),
      ],
    ],
    ['r(*)', [relation('r', [{ kind: 'star' }])]],
    ['r()', [relation('r', [])]],
    [
      'x:r!hint!inner(a,s(b))',
      [relation('r', [field('a'), relation('s', [field('b')])], { alias: 'x', hint: 'hint', inner: true })],
    ],
    ['r!inner!hint(a)', [relation('r', [field('a')], { hint: 'hint', inner: true })]],
    ['r!left(a)', [relation('r', [field('a')])]],
    ['*,...r(a)', [{ kind: 'star' }, relation('r', [field('a')], { spread: true })]],
  ])('%s', (text, items) => {
    expect(parseSelect(text)).toEqual(items);
  });

  test.each([
    'a,',
    ',a',
    'a b(',
    'r(a',
    'r!hint',
    'a::',
    'a::text[]',
    'a::text; drop',
    'a::"text"',
    '*a',
    'a->',
    'a)',
    'x:',
    '....r(a)',
    'data->a(b)',
  ])('rejects %j', (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }));
  });

  test.each(['count()', 'a.sum()', 'r(count())', 'x:a.max()'])('rejects the aggregate %s', (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ code: 'PGRST123' }));
  });

  test('limits the depth', () => {
    const deep = (depth: number) => `${'r('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(() => parseSelect(deep(9))).not.toThrow();
    expect(() => parseSelect(deep(10))).toThrow(RestError);
  });
});

test('parses any serialized list', () => {
  const optional = fc.option(anyName, { nil: undefined });
  const { item } = fc.letrec<{ item: SelectItem; leaf: SelectItem; relation: SelectItem }>((tie) => ({
    item: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('relation')),
    leaf: fc.record({
      kind: fc.constant('field' as const),
      field: fc.record({
        name: anyName,
        path: fc.array(fc.record({ asText: fc.boolean(), key: anyName, isIndex: fc.constant(false) }), {
          maxLength: 2,
        }),
      }),
      alias: optional,
      cast: fc.constantFrom(undefined, 'text', 'timestamp with time zone'),
    }),
    relation: fc.record({
      kind: fc.constant('relation' as const),
      relation: anyName,
      alias: optional,
      hint: optional.filter((hint) => hint !== 'inner' && hint !== 'left'),
      inner: fc.boolean(),
      spread: fc.constant(false),
      items: fc.array(tie('item'), { maxLength: 3 }),
    }),
  }));
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), (items) => {
      expect(parseSelect(items.map(write).join(','))).toEqual(items);
    }),
  );
});

function write(item: SelectItem): string {
  if (item.kind === 'star') return '*';
  const alias = item.alias === undefined ? '' : `${quote(item.alias)}:`;
  if (item.kind === 'field') {
    const path = item.field.path.map(({ asText, key }) => `${asText ? '->>' : '->'}${quote(key)}`);
    return `${alias}${quote(item.field.name)}${path.join('')}${item.cast ? `::${item.cast}` : ''}`;
  }
  const hint = item.hint === undefined ? '' : `!${quote(item.hint)}`;
  return `${alias}${quote(item.relation)}${hint}${item.inner ? '!inner' : ''}(${item.items.map(write).join(',')})`;
}
