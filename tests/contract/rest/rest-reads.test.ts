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

const OBJECT = 'application/vnd.pgrst.object+json';

describe('the select list', () => {
  test('returns every type as PostgreSQL’s JSON', async () => {
    const { json, text, headers } = await rest(portal, '/things?id=eq.1');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(text).toContain('"big":9007199254740993');
    expect(json).toMatchObject([
      {
        amount: 1.5,
        ratio: 0.5,
        active: true,
        shape: 'round',
        data: { a: { b: [1, { c: 'deep' }] }, size: 3 },
        raw: { k: 'v' },
        tags: ['fruit', 'red'],
        numbers: [1, 2, 3],
        span: '[1,10)',
        day: '2025-01-01',
        moment: '2025-01-01T00:00:00+00:00',
        code: '00000000-0000-0000-0000-000000000001',
        'weird "name': 'w1',
      },
    ]);
  });

  test.each<[string, unknown]>([
    ['id, name', { id: 1, name: 'red apple' }],
    ['number:id', { number: 1 }],
    ['id::text', { id: '1' }],
    ['big::text', { big: '9007199254740993' }],
    ['data->size', { size: 3 }],
    ['data->>size', { size: '3' }],
    ['data->a->b->1->>c', { c: 'deep' }],
    ['deep:data->a->b->1->c', { deep: 'deep' }],
    ['data->a->b->-1', { b: { c: 'deep' } }],
    ['data->size::text', { size: '3' }],
    ['tags->0', { tags: 'fruit' }],
    ['"weird \\"name"', { 'weird "name': 'w1' }],
    ['"a ""quoted"" alias":id', undefined],
    ['"so \\"called\\"":id', { 'so "called"': 1 }],
    ['shouting', { shouting: 'RED APPLE' }],
    ['id,copy:id', { id: 1, copy: 1 }],
  ])('%s', async (columns, row) => {
    const { data, error } = await db.from('things').select(columns).eq('id', 1).maybeSingle();
    if (row === undefined) expect(error).toMatchObject({ code: 'PGRST100' });
    else expect(data).toEqual(row);
  });

  test('casts to a type with several words', async () => {
    const { json } = await rest(portal, '/things?id=eq.1&select=day::timestamp%20without%20time%20zone');
    expect(json).toEqual([{ day: '2025-01-01T00:00:00' }]);
  });

  test('can be empty', async () => {
    expect((await rest(portal, '/labels?select=')).json).toEqual([{}, {}]);
  });
});

describe('single rows', () => {
  test('single() returns the row', async () => {
    const { data, status } = await db.from('things').select('id').eq('id', 2).single();
    expect({ data, status }).toEqual({ data: { id: 2 }, status: 200 });
  });

  test.each([
    [0, 9],
    [4, 0],
  ])('single() rejects %d rows', async (rows, above) => {
    const { error, status } = await db.from('things').select('id').gt('id', above).single();
    expect(status).toBe(406);
    expect(error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows} rows`,
      hint: null,
    });
  });

  test('maybeSingle() returns the row or null, and rejects several', async () => {
    expect(await db.from('things').select('id').eq('id', 2).maybeSingle()).toMatchObject({ data: { id: 2 } });
    expect(await db.from('things').select('id').eq('id', 9).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect(await db.from('things').select('id').maybeSingle()).toMatchObject({ error: { code: 'PGRST116' } });
  });

  test('can omit nulls', async () => {
    const stripped = db.from('things').select('id,amount,name').eq('id', 3).stripNulls();
    expect((await stripped).data).toEqual([{ id: 3, name: 'brown, "box" (old)' }]);
    const { json, headers } = await rest(portal, '/things?id=eq.3&select=id,amount', {
      headers: { accept: `${OBJECT};nulls=stripped` },
    });
    expect(json).toEqual({ id: 3 });
    expect(headers.get('content-type')).toBe(`${OBJECT};nulls=stripped; charset=utf-8`);
  });
});

describe('order', () => {
  test.each<[string, number[]]>([
    ['order=amount', [1, 2, 4, 3]],
    ['order=amount.desc', [3, 4, 2, 1]],
    ['order=amount.nullsfirst', [3, 1, 2, 4]],
    ['order=amount.desc.nullslast', [4, 2, 1, 3]],
    ['order=active.asc,id.desc', [2, 4, 1, 3]],
    ['order=data->size.desc.nullslast,id', [2, 1, 4, 3]],
    ['order=shouting', [3, 2, 1, 4]],
  ])('%s', async (query, expected) => {
    const { json } = await rest(portal, `/things?select=id&id=neq.0&${query}`);
    const found = (json as { id: number }[]).map(({ id }) => id);
    // The position of Ä depends on the collation.
    const known = query.includes('shouting')
      ? [found.filter((id) => id !== 4), [3, 2, 1]]
      : [found, expected];
    expect(known[0]).toEqual(known[1]);
  });

  test('with supabase-js, by two columns', async () => {
    const { data } = await db
      .from('things')
      .select('id')
      .order('active', { ascending: false, nullsFirst: false })
      .order('id', { ascending: false });
    expect(data).toEqual([{ id: 4 }, { id: 1 }, { id: 2 }, { id: 3 }]);
  });
});

describe('pages and counts', () => {
  const page = (query: string, headers: Record<string, string> = {}) =>
    rest(portal, `/things?select=id&order=id${query}`, { headers });

  test('range() of supabase-js', async () => {
    const { data, count, status } = await db
      .from('things')
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 2);
    expect({ data, count, status }).toEqual({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 });
  });

  test.each<[string, Record<string, string>, number, string, number]>([
    ['', {}, 200, '0-3/*', 4],
    ['&limit=2', {}, 200, '0-1/*', 2],
    ['&limit=2&offset=3', {}, 200, '3-3/*', 1],
    ['&limit=0', {}, 200, '*/*', 0],
    ['&offset=9', {}, 200, '*/*', 0],
    ['&limit=2', { prefer: 'count=exact' }, 206, '0-1/4', 2],
    ['&limit=9', { prefer: 'count=exact' }, 200, '0-3/4', 4],
    ['&offset=4', { prefer: 'count=exact' }, 206, '*/4', 0],
    ['&id=gt.9', { prefer: 'count=exact' }, 200, '*/0', 0],
    ['', { range: '1-2' }, 200, '1-2/*', 2],
    ['', { 'range-unit': 'items', range: '2-' }, 200, '2-3/*', 2],
    ['', { range: '1-1', prefer: 'count=exact' }, 206, '1-1/4', 1],
    ['', { prefer: 'count=estimated' }, 200, '0-3/4', 4],
  ])('%s with %o', async (query, headers, status, range, rows) => {
    const answer = await page(query, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(range);
    expect(answer.json).toHaveLength(rows);
    const { prefer } = headers;
    expect(answer.headers.get('preference-applied')).toBe(prefer ?? null);
  });

  test('the planned count is a number', async () => {
    const { headers, json } = await page('&id=gt.0', { prefer: 'count=planned' });
    expect(headers.get('content-range')).toMatch(/^0-3\/\d+$/);
    expect(json).toHaveLength(4);
  });

  test('rejects an offset behind the end', async () => {
    expect(await page('&offset=5', { prefer: 'count=exact' })).toMatchObject({
      status: 416,
      json: {
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details: 'An offset of 5 was requested, but there are only 4 rows.',
      },
    });
  });

  test.each([
    ['&limit=-1', {}, 416, 'PGRST103'],
    ['', { range: '3-1' }, 416, 'PGRST103'],
    ['&limit=two', {}, 400, 'PGRST100'],
    ['&limit=1&limit=2', {}, 400, 'PGRST100'],
  ])('rejects %s with %o', async (query, headers, status, code) => {
    expect(await page(query, headers)).toMatchObject({ status, json: { code } });
  });

  test('head returns the count without a body', async () => {
    const { data, count, status } = await db
      .from('things')
      .select('*', { head: true, count: 'exact' })
      .gt('id', 1);
    expect({ data, count, status }).toEqual({ data: null, count: 3, status: 200 });
  });

  test('returns at most a thousand rows', async () => {
    const { data, count, status } = await db.rpc('counts', { up_to: 1500 }, { count: 'exact' });
    expect(data).toHaveLength(1000);
    expect({ count, status }).toEqual({ count: 1500, status: 206 });
  });
});

describe('CSV', () => {
  test('quotes fields where needed', async () => {
    const { data } = await db.from('things').select('id,name,tags,active').order('id').csv();
    expect(data?.split('\n')).toEqual([
      'id,name,tags,active',
      '1,red apple,"{fruit,red}",true',
      '2,green apple,"{fruit,green}",false',
      '3,"brown, ""box"" (old)",,',
      '4,Äpfel 100%,{},true',
    ]);
  });

  test('has all columns of * and any names', async () => {
    const { text, headers } = await rest(portal, '/makers?id=eq.3&select=*,"a%20\\",b":name', {
      headers: { accept: 'text/csv' },
    });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toBe('id,name,country,"a "",b"\n3,Nobody,,Nobody');
  });
});

describe('a view', () => {
  test('can be read like a table', async () => {
    const { data } = await db.from('cheap_parts').select('*');
    expect(data).toEqual([{ id: 1, title: 'stem', price: 5 }]);
  });
});

test('cancels the statement of an aborted request', async () => {
  const { error } = await db.from('things').select().abortSignal(AbortSignal.abort());
  expect(error?.message).toMatch(/^AbortError/);
  expect((await db.from('things').select('id')).data).toHaveLength(4);
});

test('responses are not cached', async () => {
  const { headers } = await rest(portal, '/labels');
  expect(headers.get('cache-control')).toBe('no-store');
});
