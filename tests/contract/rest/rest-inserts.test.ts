import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portalForFile } from '#tests/support/server/portal.ts';
import { rest, service } from '../support/rest-call.ts';
import { createRestTables, resetRestTables } from '../support/rest-tables.ts';

const portal = portalForFile('rest');
let db: SupabaseClient;
beforeAll(async () => {
  await createRestTables(portal);
  db = service(portal);
});
beforeEach(() => resetRestTables(portal));

describe('insert', () => {
  test('returns nothing by default', async () => {
    const { data, status, error } = await db.from('labels').insert({ id: 10, title: 'new' });
    expect({ data, status, error }).toEqual({ data: null, status: 201, error: null });
  });

  test('returns selected columns', async () => {
    const { data, status } = await db
      .from('labels')
      .insert({ id: 10, title: 'new' })
      .select('label:title')
      .single();
    expect({ data, status }).toEqual({ data: { label: 'new' }, status: 201 });
  });

  test('accepts every type', async () => {
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

  test('of several rows fills missing keys with nulls or defaults', async () => {
    const rows = [
      { name: 'one', day: '2025-01-01' },
      { name: 'two', moment: '2025-01-01T00:00:00Z' },
    ];
    const { data: nulls } = await db.from('things').insert(rows).select('day,moment').order('name');
    expect(nulls).toEqual([
      { day: '2025-01-01', moment: null },
      { day: null, moment: '2025-01-01T00:00:00+00:00' },
    ]);
    await resetRestTables(portal);
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

  test('uses the default for a missing key', async () => {
    const { data } = await db
      .from('things')
      .insert([{ name: 'one', id: 500 }, { name: 'two' }], { defaultToNull: false })
      .select('id')
      .order('id');
    expect(data?.at(-1)).toEqual({ id: 500 });
    expect(data?.at(0)?.id).toBeGreaterThan(100);
  });

  test('with only defaults, and without rows', async () => {
    const options = { method: 'POST', headers: { prefer: 'return=representation' } };
    const some = await rest(portal, '/defaults_only', { ...options, body: {} });
    expect(some).toMatchObject({ status: 404, json: { code: 'PGRST205' } });
    const none = await rest(portal, '/labels', { ...options, body: [] });
    expect(none).toMatchObject({ status: 201, json: [] });
    const missing = await rest(portal, '/labels', { ...options, body: {} });
    expect(missing).toMatchObject({ status: 400, json: { code: '23502' } });
  });

  test('returns the Location', async () => {
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

  test('uses the columns parameter', async () => {
    const answer = await rest(portal, '/labels?columns=id,title&select=*', {
      method: 'POST',
      body: [{ id: 10, title: 'new', other: 1 }],
      headers: { prefer: 'return=representation' },
    });
    expect(answer).toMatchObject({ status: 201, json: [{ id: 10, title: 'new' }] });
  });

  test('can return CSV', async () => {
    const answer = await rest(portal, '/labels', {
      method: 'POST',
      body: { id: 10, title: 'a,b' },
      headers: { prefer: 'return=representation', accept: 'text/csv' },
    });
    expect(answer.text).toBe('id,title\n10,"a,b"');
  });

  test('of several rows is rolled back for single()', async () => {
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
  ])('%s of %s is rejected', async (path, body, status, code, message) => {
    const answer = await rest(portal, path, { method: 'POST', body });
    expect(answer).toMatchObject({ status, json: { code, message } });
  });
});

describe('upsert', () => {
  test('merges by the primary key', async () => {
    const { data, status } = await db.from('labels').upsert({ id: 1, title: 'sour' }).select();
    expect({ data, status }).toEqual({ data: [{ id: 1, title: 'sour' }], status: 200 });
  });

  test('merges by another key, with a count', async () => {
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

  test('can ignore duplicates', async () => {
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

  test('returns the applied preferences', async () => {
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

  test('rejects an unknown key', async () => {
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
