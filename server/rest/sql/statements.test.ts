/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyName, anyText, quote } from '#tests/support/rest-grammar.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Relation, SchemaCache } from '../schema/schema-cache.ts';
import { arrayLiteral } from './condition-sql.ts';
import { identifier, Parameters } from './parameters.ts';
import { planRead } from './plan-read.ts';
import { readSql } from './read-sql.ts';

const column = { type: 'pg_catalog.text', nullable: true, default: null, generated: false };
const things: Relation = {
  name: 'things',
  columns: new Map([
    ['a', { name: 'a', typeName: 'text', ...column }],
    ['data', { name: 'data', typeName: 'jsonb', ...column }],
    ['raw', { name: 'raw', typeName: 'json', ...column }],
    ['maker_id', { name: 'maker_id', typeName: 'text', ...column }],
  ]),
  primaryKey: ['a'],
  computed: new Set(),
};
const cache: SchemaCache = {
  relations: new Map([['things', things]]),
  foreignKeys: [],
  routines: new Map(),
};

function statement(query: [string, string][]) {
  const parameters = new Parameters();
  const node = planRead(cache, things, parseQuery(query));
  const { select, where, order } = readSql(node, parameters, { maxRows: undefined, expandStars: false });
  return { text: `${select} | ${where} | ${order}`, values: parameters.values };
}

describe('the statement', () => {
  test.each<[string, [string, string][], string]>([
    ['a comparison', [['a', 'eq.1']], '"t0".* | "t0"."a" = $1 | '],
    ['a negated list', [['a', 'not.in.(1,2)']], '"t0".* | not ("t0"."a" = any ($1)) | '],
    [
      'groups',
      [['or', '(a.is.null,not.and(a.gt.1,a.lt.2))']],
      '"t0".* | ("t0"."a" is null or not ("t0"."a" > $1 and "t0"."a" < $2)) | ',
    ],
    ['a pattern', [['a', 'like(any).{a*}']], '"t0".* | "t0"."a" like any ($1) | '],
    [
      'a path',
      [
        ['select', 'x:data->a->>0::int'],
        ['order', 'raw->>k.desc.nullslast'],
      ],
      'cast(("t0"."data" -> $1::text ->> $2::integer) as int) as "x" |  |  order by (to_jsonb("t0"."raw") ->> $3::text) desc nulls last',
    ],
  ])('of %s', (_name, query, text) => {
    expect(statement(query).text).toBe(text);
  });

  test.each<[string, [string, string][], string]>([
    [
      'as a number if it is usual and the read names an owner',
      [
        ['maker_id', 'eq.1'],
        ['limit', '20'],
      ],
      ' limit 20',
    ],
    [
      'as a parameter if it is unusual',
      [
        ['maker_id', 'eq.1'],
        ['limit', '21'],
      ],
      ' limit $2::bigint',
    ],
    [
      'as a parameter if the read excludes an owner',
      [
        ['maker_id', 'not.eq.1'],
        ['limit', '20'],
      ],
      ' limit $2::bigint',
    ],
    [
      'as a parameter if the read names several owners',
      [
        ['maker_id', 'eq(any).{1,2}'],
        ['limit', '20'],
      ],
      ' limit $2::bigint',
    ],
    [
      'as a parameter if the read names no owner',
      [
        ['a', 'eq.1'],
        ['limit', '20'],
      ],
      ' limit $2::bigint',
    ],
  ])('has its limit %s', (_name, query, limit) => {
    const node = planRead(cache, things, parseQuery(query));
    expect(readSql(node, new Parameters(), { maxRows: 1000, expandStars: false }).limit).toBe(limit);
  });

  test('is the same for any values', () => {
    const value = anyText.map(quote);
    fc.assert(
      fc.property(value, value, anyName, (one, other, key) => {
        const { text, values } = statement([
          ['a', `eq.${one}`],
          ['or', `(a.ilike.${other},a.in.(${one},${other}),data->${quote(key)}.is.null)`],
          ['a', `fts(${quote(key)}).${other}`],
        ]);
        expect(text).toBe(
          '"t0".* | "t0"."a" = $1 and ("t0"."a" ilike $2 or "t0"."a" = any ($3) or ("t0"."data" -> $4::text) is null)' +
            ' and to_tsvector($5::regconfig, "t0"."a") @@ to_tsquery($5::regconfig, $6::text) | ',
        );
        expect(values).toHaveLength(6);
      }),
    );
  });

  test('contains only known names', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        fc.pre(!things.columns.has(name));
        const unknown = expect.objectContaining({ code: '42703' });
        expect(() => statement([[quote(name), 'eq.1']])).toThrow(unknown);
        expect(() => statement([['select', quote(name)]])).toThrow(unknown);
        expect(() => statement([['order', quote(name)]])).toThrow(unknown);
      }),
    );
  });

  test('quotes any alias', () => {
    fc.assert(
      fc.property(anyName, (alias) => {
        const { text } = statement([['select', `${quote(alias)}:a`]]);
        expect(text).toBe(`"t0"."a" as "${alias.replaceAll('"', '""')}" |  | `);
      }),
    );
  });
});

test('escapes identifiers and array elements', () => {
  expect(identifier('a"b')).toBe('"a""b"');
  expect(arrayLiteral(['a,b', 'say "x"', 'back\\slash', ''])).toBe(
    String.raw`{"a,b","say \"x\"","back\\slash",""}`,
  );
});
