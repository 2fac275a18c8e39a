import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '#tests/support/portal.ts';
import { installBench, resetBench } from './support/bench-table.ts';
import { rest, service, typedService } from './support/rest-call.ts';

let portal: TestPortal;
let db: SupabaseClient;
beforeAll(async () => {
  portal = await startPortal();
  await installBench(portal);
  db = service(portal);
});
afterAll(() => portal?.close());
beforeEach(() => resetBench(portal));

const OBJECT = 'application/vnd.pgrst.object+json';
/** `maxAffected` is there only for a client that knows the server's version. */
const limited = () => typedService(portal).from('things');
const names = async () =>
  (await portal.database.query<{ name: string }>('select name from public.things order by id')).map(
    ({ name }) => name,
  );

describe('insert', () => {
  test('says nothing unless asked', async () => {
    const { data, status, error } = await db.from('labels').insert({ id: 10, title: 'new' });
    expect({ data, status, error }).toEqual({ data: null, status: 201, error: null });
  });

  test('gives back what was asked for', async () => {
    const { data, status } = await db
      .from('labels')
      .insert({ id: 10, title: 'new' })
      .select('label:title')
      .single();
    expect({ data, status }).toEqual({ data: { label: 'new' }, status: 201 });
  });

  test('takes every type', async () => {
    const row = {
      name: 'all',
      label: 'l',
      amount: 1234.5678,
      ratio: 1e-7,
      active: false,
      shape: 'square',
      data: { a: [1, null] },
      raw: [1, 2],
      tags: ['x', 'y,z', '"'],
      numbers: [1, 2],
      span: '[1,3)',
      day: '2025-05-05',
      moment: '2025-05-05T05:05:05+00:00',
      code: '11111111-1111-1111-1111-111111111111',
      'weird "name': 'w',
    };
    const { data, error } = await db
      .from('things')
      .insert(row)
      .select(
        Object.keys(row)
          .map((name) => `"${name.replace('"', '\\"')}"`)
          .join(','),
      );
    expect(error).toBeNull();
    expect(data).toEqual([row]);
  });

  test('keeps all digits of a number', async () => {
    const answer = await rest(portal, '/things?select=big,amount', {
      method: 'POST',
      body: '{"name":"digits","big":9007199254740995,"amount":1234567890123456.7891}',
      headers: { prefer: 'return=representation' },
    });
    expect(answer.text).toBe('[{"big":9007199254740995,"amount":1234567890123456.7891}]');
  });

  test('of several rows fills what is missing with nulls, or with defaults', async () => {
    const rows = [
      { name: 'one', day: '2025-01-01' },
      { name: 'two', moment: '2025-01-01T00:00:00Z' },
    ];
    const { data: nulls } = await db.from('things').insert(rows).select('day,moment').order('name');
    expect(nulls).toEqual([
      { day: '2025-01-01', moment: null },
      { day: null, moment: '2025-01-01T00:00:00+00:00' },
    ]);
    await resetBench(portal);
    const { data: defaults } = await db
      .from('things')
      .insert(rows, { defaultToNull: false })
      .select('day,moment')
      .order('name');
    expect(defaults).toEqual([
      { day: '2025-01-01', moment: '2025-01-02T03:04:05.678+00:00' },
      { day: null, moment: '2025-01-01T00:00:00+00:00' },
    ]);
  });

  test('of a missing key with its default', async () => {
    const { data } = await db
      .from('things')
      .insert([{ name: 'one', id: 500 }, { name: 'two' }], { defaultToNull: false })
      .select('id')
      .order('id');
    expect(data?.at(-1)).toEqual({ id: 500 });
    expect(data?.at(0)?.id).toBeGreaterThan(100);
  });

  test('of nothing but defaults, and of no rows', async () => {
    const options = { method: 'POST', headers: { prefer: 'return=representation' } };
    const some = await rest(portal, '/defaults_only', { ...options, body: {} });
    expect(some).toMatchObject({ status: 404, json: { code: 'PGRST205' } });
    const none = await rest(portal, '/labels', { ...options, body: [] });
    expect(none).toMatchObject({ status: 201, json: [] });
    const missing = await rest(portal, '/labels', { ...options, body: {} });
    expect(missing).toMatchObject({ status: 400, json: { code: '23502' } });
  });

  test('says where the row is', async () => {
    const { status, headers, text } = await rest(portal, '/labels', {
      method: 'POST',
      body: { id: 10, title: 'new' },
      headers: { prefer: 'return=headers-only, count=exact' },
    });
    expect({ status, text }).toEqual({ status: 201, text: '' });
    expect(headers.get('location')).toBe('/labels?id=eq.10');
    expect(headers.get('content-range')).toBe('*/1');
    expect(headers.get('preference-applied')).toBe('return=headers-only, count=exact');
  });

  test('takes chosen columns only', async () => {
    const answer = await rest(portal, '/labels?columns=id,title&select=*', {
      method: 'POST',
      body: [{ id: 10, title: 'new', other: 1 }],
      headers: { prefer: 'return=representation' },
    });
    expect(answer).toMatchObject({ status: 201, json: [{ id: 10, title: 'new' }] });
  });

  test('can answer in CSV', async () => {
    const answer = await rest(portal, '/labels', {
      method: 'POST',
      body: { id: 10, title: 'a,b' },
      headers: { prefer: 'return=representation', accept: 'text/csv' },
    });
    expect(answer.text).toBe('id,title\n10,"a,b"');
  });

  test('of several is undone if one was to come back', async () => {
    const { error, status } = await db
      .from('labels')
      .insert([
        { id: 10, title: 'a' },
        { id: 11, title: 'b' },
      ])
      .select()
      .single();
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' });
    expect((await db.from('labels').select()).data).toHaveLength(2);
  });

  test.each([
    [
      '/labels',
      '{"nope":1}',
      400,
      'PGRST204',
      "Could not find the 'nope' column of 'labels' in the schema cache",
    ],
    ['/labels', '{', 400, 'PGRST102', 'Empty or invalid json'],
    ['/labels', '', 400, 'PGRST102', 'Empty or invalid json'],
    ['/labels', '[{"id":1},{"title":"x"}]', 400, 'PGRST102', 'All object keys must match'],
    [
      '/labels',
      '{"id":1,"title":"x"}',
      409,
      '23505',
      'duplicate key value violates unique constraint "labels_pkey"',
    ],
    [
      '/labels',
      '{"id":10,"title":null}',
      400,
      '23502',
      'null value in column "title" of relation "labels" violates not-null constraint',
    ],
    ['/labels', '{"id":"x","title":"x"}', 400, '22P02', 'invalid input syntax for type integer: "x"'],
    [
      '/parts',
      '{"id":10,"thing_id":99,"title":"x"}',
      409,
      '23503',
      'insert or update on table "parts" violates foreign key constraint "parts_thing_id_fkey"',
    ],
    ['/things', '{"name":"x","label":"much too long a text"}x', 400, 'PGRST102', 'Empty or invalid json'],
    [
      '/things',
      '{"name":"x","label":"very much too long a text"}',
      400,
      '23514',
      'value for domain short_text violates check constraint "short_text_check"',
    ],
    [
      '/things',
      '{"name":"x","body":"x"}',
      400,
      '428C9',
      'cannot insert a non-DEFAULT value into column "body"',
    ],
    ['/labels?id=eq.1', '{"id":10}', 400, 'PGRST100', 'The query could not be read'],
    ['/labels?on_conflict=id', '{"id":10}', 400, 'PGRST100', 'The query could not be read'],
    ['/labels?limit=1', '{"id":10,"title":"x"}', 400, 'PGRST127', 'Feature not implemented'],
  ])('%s of %s is refused', async (path, body, status, code, message) => {
    const answer = await rest(portal, path, { method: 'POST', body });
    expect(answer).toMatchObject({ status, json: { code, message } });
  });
});

describe('upsert', () => {
  test('merges by the primary key', async () => {
    const { data, status } = await db.from('labels').upsert({ id: 1, title: 'sour' }).select();
    expect({ data, status }).toEqual({ data: [{ id: 1, title: 'sour' }], status: 200 });
  });

  test('merges by another key, and counts', async () => {
    const { data, status, count } = await db
      .from('things')
      .upsert(
        [
          { name: 'red apple', ratio: 9 },
          { name: 'new apple', ratio: 9 },
        ],
        { onConflict: 'name', count: 'exact' },
      )
      .select('name,ratio,day')
      .order('name');
    expect({ status, count }).toEqual({ status: 201, count: 2 });
    expect(data).toEqual([
      { name: 'new apple', ratio: 9, day: null },
      { name: 'red apple', ratio: 9, day: '2025-01-01' },
    ]);
  });

  test('can leave what is there', async () => {
    const { data, status } = await db
      .from('labels')
      .upsert(
        [
          { id: 1, title: 'sour' },
          { id: 10, title: 'new' },
        ],
        { ignoreDuplicates: true },
      )
      .select();
    expect({ data, status }).toEqual({ data: [{ id: 10, title: 'new' }], status: 201 });
  });

  test('says what it heeded', async () => {
    const { headers, status } = await rest(portal, '/labels?on_conflict=id', {
      method: 'POST',
      body: { id: 1, title: 'sour' },
      headers: { prefer: 'resolution=merge-duplicates, missing=default, return=minimal' },
    });
    expect(status).toBe(200);
    expect(headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, missing=default, return=minimal',
    );
  });

  test('needs a key that there is', async () => {
    expect(await db.from('labels').upsert({ id: 1, title: 'x' }, { onConflict: 'nope' })).toMatchObject({
      status: 400,
      error: { code: 'PGRST204' },
    });
    expect(await db.from('labels').upsert({ id: 1, title: 'x' }, { onConflict: 'title' })).toMatchObject({
      status: 400,
      error: { code: '42P10' },
    });
  });
});

describe('update', () => {
  test('changes the rows that the filters let through', async () => {
    const { data, status, count, error } = await db
      .from('things')
      .update({ ratio: 7 }, { count: 'exact' })
      .eq('shape', 'round');
    expect({ data, status, count, error }).toEqual({ data: null, status: 204, count: 2, error: null });
    expect((await db.from('things').select('id').eq('ratio', 7)).data).toHaveLength(2);
  });

  test('gives them back in order, with their range', async () => {
    const { headers, status, json } = await rest(
      portal,
      '/things?shape=eq.round&select=id,ratio&order=id.desc',
      {
        method: 'PATCH',
        body: { ratio: 7 },
        headers: { prefer: 'return=representation, count=exact' },
      },
    );
    expect(status).toBe(200);
    expect(json).toEqual([
      { id: 2, ratio: 7 },
      { id: 1, ratio: 7 },
    ]);
    expect(headers.get('content-range')).toBe('0-1/2');
    expect(headers.get('preference-applied')).toBe('return=representation, count=exact');
  });

  test('can set a null, and a value by a filter on the same column', async () => {
    const { data } = await db.from('things').update({ ratio: null }).eq('ratio', 4).select('id,ratio');
    expect(data).toEqual([{ id: 4, ratio: null }]);
  });

  test('of no row is no error, unless one was to come back', async () => {
    expect(await db.from('things').update({ ratio: 1 }).eq('id', 99).select()).toMatchObject({
      data: [],
      status: 200,
    });
    expect(await db.from('things').update({ ratio: 1 }).eq('id', 99).select().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    });
  });

  test('of nothing changes nothing', async () => {
    expect(await db.from('things').update({}).eq('id', 1).select()).toMatchObject({ data: [], status: 200 });
  });

  test('of all rows at once is refused', async () => {
    expect(await db.from('things').update({ ratio: 1 })).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'UPDATE requires a WHERE clause' },
    });
  });

  test('of several is undone if one was to come back', async () => {
    const { error } = await db.from('things').update({ ratio: 7 }).gt('id', 1).select().single();
    expect(error).toMatchObject({ code: 'PGRST116' });
    expect((await db.from('things').select('id').eq('ratio', 7)).data).toEqual([]);
  });

  test('of more rows than meant is undone', async () => {
    const { error, status } = await limited().update({ ratio: 7 }).gt('id', 1).maxAffected(2);
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: 'The query affects 3 rows',
    });
    expect((await db.from('things').select('id').eq('ratio', 7)).data).toEqual([]);
    expect(await limited().update({ ratio: 7 }).gt('id', 1).maxAffected(3)).toMatchObject({
      status: 204,
    });
  });

  test.each([
    ['?id=eq.1&limit=1', '{"ratio":1}', 'PGRST127'],
    ['?id=eq.1&on_conflict=id', '{"ratio":1}', 'PGRST100'],
    ['?id=eq.1', '[{"ratio":1},{"ratio":2}]', 'PGRST100'],
    ['?id=eq.1', '{"nope":1}', 'PGRST204'],
    ['?nope=eq.1', '{"ratio":1}', '42703'],
  ])('%s of %s is refused', async (query, body, code) => {
    const answer = await rest(portal, `/things${query}`, { method: 'PATCH', body });
    expect(answer).toMatchObject({ status: 400, json: { code } });
  });
});

describe('delete', () => {
  test('removes the rows that the filters let through', async () => {
    expect(await db.from('things').delete({ count: 'exact' }).in('id', [1, 2])).toMatchObject({
      status: 204,
      count: 2,
      data: null,
    });
    expect(await names()).toEqual(['brown, "box" (old)', 'Äpfel 100%']);
  });

  test('gives them back', async () => {
    expect(await db.from('things').delete().eq('id', 1).select('name, shouting')).toMatchObject({
      status: 200,
      data: [{ name: 'red apple', shouting: 'RED APPLE' }],
    });
  });

  test('of all rows at once is refused', async () => {
    expect(await db.from('things').delete()).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'DELETE requires a WHERE clause' },
    });
    expect(await names()).toHaveLength(4);
  });

  test('of what others need is refused', async () => {
    expect(await db.from('makers').delete().eq('id', 1)).toMatchObject({
      status: 409,
      error: { code: '23503' },
    });
  });

  test('of more rows than meant is undone', async () => {
    expect(await limited().delete().gt('id', 0).maxAffected(1)).toMatchObject({
      error: { code: 'PGRST124' },
    });
    expect(await names()).toHaveLength(4);
  });
});

describe('a write that is only tried', () => {
  test('answers and leaves nothing', async () => {
    const { data, error } = await db.from('labels').insert({ id: 10, title: 'new' }).select().rollback();
    expect({ data, error }).toEqual({ data: [{ id: 10, title: 'new' }], error: null });
    expect((await db.from('labels').select()).data).toHaveLength(2);
  });

  test('is not a read that writes', async () => {
    const { headers, status } = await rest(portal, '/rpc/rename_thing?wanted=1&new_name=x', {});
    expect(status).toBe(405);
    expect(headers.get('preference-applied')).toBeNull();
    expect(await names()).toContain('red apple');
  });
});

test('one object can be written and read by the headers alone', async () => {
  const { json, headers } = await rest(portal, '/labels?id=eq.1', {
    method: 'PATCH',
    body: { title: 'sour' },
    headers: { accept: OBJECT, prefer: 'return=representation' },
  });
  expect(json).toEqual({ id: 1, title: 'sour' });
  expect(headers.get('content-type')).toBe(`${OBJECT}; charset=utf-8`);
});
