import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { portalForFile } from '#tests/support/server/portal.ts';
import { rest, service } from '../support/rest-call.ts';
import { createRestTables } from '../support/rest-tables.ts';

const portal = portalForFile('rest');
let db: SupabaseClient;
beforeAll(async () => {
  await createRestTables(portal);
  db = service(portal);
});

// The filter builder of an untyped client, which most users have.
const things = () => db.from('things').select('id').order('id');
type Things = ReturnType<typeof things>;

async function ids(query: PromiseLike<{ data: unknown; error: unknown }>): Promise<number[]> {
  const { data, error } = await query;
  expect(error).toBeNull();
  return (data as { id: number }[]).map(({ id }) => id);
}

describe('supabase-js filters', () => {
  test.each<[string, (query: Things) => Things, number[]]>([
    ['eq', (q) => q.eq('name', 'red apple'), [1]],
    ['eq on a bigint beyond the safe integers', (q) => q.eq('big', '9007199254740993'), [1]],
    ['eq on a date', (q) => q.eq('day', '2025-02-01'), [2]],
    ['eq on an enum', (q) => q.eq('shape', 'round'), [1, 2]],
    ['eq on a uuid', (q) => q.eq('code', '00000000-0000-0000-0000-000000000003'), [3]],
    ['eq on a boolean', (q) => q.eq('active', true), [1, 4]],
    ['eq on a column with a quote in its name', (q) => q.eq('"weird \\"name"', 'w3'), [3]],
    ['eq on a domain', (q) => q.eq('label', 'd'), [4]],
    ['neq', (q) => q.neq('name', 'red apple'), [2, 3, 4]],
    ['gt', (q) => q.gt('amount', 1.5), [2, 4]],
    ['gte', (q) => q.gte('amount', 1.5), [1, 2, 4]],
    ['lt', (q) => q.lt('amount', 2.5), [1]],
    ['lte', (q) => q.lte('amount', 2.5), [1, 2]],
    ['gt on a moment', (q) => q.gt('moment', '2025-01-15T00:00:00Z'), [2]],
    ['like', (q) => q.like('name', '%apple'), [1, 2]],
    ['like with *', (q) => q.like('name', '*apple'), [1, 2]],
    ['like of a percent sign', (q) => q.like('name', '%100\\%'), [4]],
    ['ilike', (q) => q.ilike('name', 'RED%'), [1]],
    ['likeAllOf', (q) => q.likeAllOf('name', ['%red%', '%apple%']), [1]],
    ['likeAnyOf', (q) => q.likeAnyOf('name', ['%red%', '%green%']), [1, 2]],
    ['ilikeAllOf', (q) => q.ilikeAllOf('name', ['%RED%', '%APPLE%']), [1]],
    ['ilikeAnyOf', (q) => q.ilikeAnyOf('name', ['RED%', 'GREEN%']), [1, 2]],
    ['regexMatch', (q) => q.regexMatch('name', '^(red|green)'), [1, 2]],
    ['regexIMatch', (q) => q.regexIMatch('name', '^RED'), [1]],
    ['is null', (q) => q.is('amount', null), [3]],
    ['is true', (q) => q.is('active', true), [1, 4]],
    ['is false', (q) => q.is('active', false), [2]],
    ['is unknown', (q) => q.filter('active', 'is', 'unknown'), [3]],
    ['is not_null', (q) => q.filter('amount', 'is', 'not_null'), [1, 2, 4]],
    ['isDistinct', (q) => q.isDistinct('active', true), [2, 3]],
    ['in', (q) => q.in('id', [1, 3, 99]), [1, 3]],
    ['in with reserved characters', (q) => q.in('name', ['red apple', 'Äpfel 100%', 'a,b', '(c)']), [1, 4]],
    ['in of nothing', (q) => q.in('id', []), []],
    ['notIn', (q) => q.notIn('id', [1, 3]), [2, 4]],
    ['contains an array', (q) => q.contains('tags', ['fruit', 'red']), [1]],
    ['contains JSON', (q) => q.contains('data', { size: 20 }), [2]],
    ['contains a range', (q) => q.contains('span', '[2,3)'), [1]],
    ['containedBy', (q) => q.containedBy('numbers', [1, 2, 3, 4]), [1, 2, 4]],
    ['overlaps', (q) => q.overlaps('numbers', [3, 4]), [1, 2]],
    ['overlaps a range', (q) => q.overlaps('span', '[5,6)'), [1]],
    ['rangeGt', (q) => q.rangeGt('span', '[0,9]'), [2]],
    ['rangeGte', (q) => q.rangeGte('span', '[10,12]'), [2]],
    ['rangeLt', (q) => q.rangeLt('span', '[10,12]'), [1]],
    ['rangeLte', (q) => q.rangeLte('span', '[1,12]'), [1]],
    ['rangeAdjacent', (q) => q.rangeAdjacent('span', '[20,22]'), [2]],
    ['textSearch', (q) => q.textSearch('body', 'apple & red'), [1]],
    [
      'textSearch, plain and configured',
      (q) => q.textSearch('body', 'green apples', { type: 'plain', config: 'english' }),
      [2],
    ],
    ['textSearch, phrase', (q) => q.textSearch('body', 'green apple', { type: 'phrase' }), [2]],
    [
      'textSearch of a text, as on the web',
      (q) => q.textSearch('name', 'apple -red', { type: 'websearch', config: 'english' }),
      [2],
    ],
    ['match', (q) => q.match({ shape: 'round', active: true }), [1]],
    ['not', (q) => q.not('active', 'is', null), [1, 2, 4]],
    ['not in', (q) => q.not('id', 'in', '(1,2)'), [3, 4]],
    ['not eq, which no null is', (q) => q.not('amount', 'eq', 4), [1, 2]],
    ['or', (q) => q.or('id.eq.1,name.ilike.*BOX*'), [1, 3]],
    [
      'or with groups',
      (q) => q.or('and(id.gt.1,id.lt.3),not.and(active.is.true,id.gt.0),id.in.(4)'),
      [2, 3, 4],
    ],
    ['or with quoted values', (q) => q.or('name.eq."brown, \\"box\\" (old)",tags.cs.{red}'), [1, 3]],
    ['filter by JSON as text', (q) => q.eq('data->>size', '3'), [1]],
    ['filter by JSON as number', (q) => q.gt('data->size', 3), [2]],
    ['filter by a JSON path', (q) => q.eq('data->a->b->1->>c', 'deep'), [1]],
    ['filter by an index of an array', (q) => q.eq('tags->>1', 'green'), [2]],
    ['filter by json, not jsonb', (q) => q.eq('raw->>k', 'v'), [1]],
    ['filter by a computed field', (q) => q.eq('shouting', 'RED APPLE'), [1]],
    ['several of them', (q) => q.gt('id', 1).lt('id', 4).is('active', false), [2]],
  ])('%s', async (_name, filtered, expected) => {
    expect(await ids(filtered(things()))).toEqual(expected);
  });

  test.each([
    ['id=eq(any).{1,3}', [1, 3]],
    ['id=gt(all).{1,2}', [3, 4]],
    ['name=match(any).{^red,old}', [1, 3]],
    ['and=(id.gt.1,id.lt.4)', [2, 3]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['id=not.gte.3', [1, 2]],
    ['name=in.("red%20apple","nothing")', [1]],
    ['name=eq.red+apple', [1]],
  ])('the query %s', async (query, expected) => {
    const { status, json } = await rest(portal, `/things?select=id&order=id&${query}`);
    expect(status).toBe(200);
    expect((json as { id: number }[]).map(({ id }) => id)).toEqual(expected);
  });
});

describe('errors of PostgreSQL', () => {
  test.each([
    ['id=eq.x', 400, '22P02', 'invalid input syntax for type integer: "x"'],
    ['day=eq.2025-13-01', 400, '22008', 'date/time field value out of range: "2025-13-01"'],
    ['shape=eq.oval', 400, '22P02', 'invalid input value for enum shape: "oval"'],
    ['id=like.1', 404, '42883', 'operator does not exist: integer ~~ unknown'],
    ['name=match.(', 400, '2201B', 'invalid regular expression: parentheses () not balanced'],
    ['body=fts(klingon).x', 400, '42704', 'text search configuration "klingon" does not exist'],
    ['name=eq.%00', 400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
    ['id=eq.99999999999', 400, '22003', 'value "99999999999" is out of range for type integer'],
  ])('%s', async (query, status, code, message) => {
    const answer = await rest(portal, `/things?${query}`);
    expect(answer).toMatchObject({ status, json: { code, message } });
  });
});
