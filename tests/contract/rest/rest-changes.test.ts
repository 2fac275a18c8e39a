import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portalForFile } from '#tests/support/server/portal.ts';
import { rest, service, typedService } from '../support/rest-call.ts';
import { createRestTables, resetRestTables } from '../support/rest-tables.ts';

const portal = portalForFile('rest');
let db: SupabaseClient;
beforeAll(async () => {
  await createRestTables(portal);
  db = service(portal);
});
beforeEach(() => resetRestTables(portal));

const OBJECT = 'application/vnd.pgrst.object+json';
/** `maxAffected` needs a client with the server's version in its types. */
const limited = () => typedService(portal).from('things');
const names = async () =>
  (await portal.database.query<{ name: string }>('select name from public.things order by id')).map(
    ({ name }) => name,
  );

describe('update', () => {
  test('updates the filtered rows', async () => {
    const { data, status, count, error } = await db
      .from('things')
      .update({ ratio: 7 }, { count: 'exact' })
      .eq('shape', 'round');
    expect({ data, status, count, error }).toEqual({ data: null, status: 204, count: 2, error: null });
    expect((await db.from('things').select('id').eq('ratio', 7)).data).toHaveLength(2);
  });

  test('returns them in order, with their range', async () => {
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

  test('can set null, and filter on the updated column', async () => {
    const { data } = await db.from('things').update({ ratio: null }).eq('ratio', 4).select('id,ratio');
    expect(data).toEqual([{ id: 4, ratio: null }]);
  });

  test('succeeds without rows, except for single()', async () => {
    expect(await db.from('things').update({ ratio: 1 }).eq('id', 99).select()).toMatchObject({
      data: [],
      status: 200,
    });
    expect(await db.from('things').update({ ratio: 1 }).eq('id', 99).select().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    });
  });

  test('with an empty body changes nothing', async () => {
    expect(await db.from('things').update({}).eq('id', 1).select()).toMatchObject({ data: [], status: 200 });
  });

  test('without filters is rejected', async () => {
    expect(await db.from('things').update({ ratio: 1 })).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'UPDATE requires a WHERE clause' },
    });
  });

  test('of several rows is rolled back for single()', async () => {
    const { error } = await db.from('things').update({ ratio: 7 }).gt('id', 1).select().single();
    expect(error).toMatchObject({ code: 'PGRST116' });
    expect((await db.from('things').select('id').eq('ratio', 7)).data).toEqual([]);
  });

  test('of more than maxAffected rows is rolled back', async () => {
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
  ])('%s of %s is rejected', async (query, body, code) => {
    const answer = await rest(portal, `/things${query}`, { method: 'PATCH', body });
    expect(answer).toMatchObject({ status: 400, json: { code } });
  });
});

describe('delete', () => {
  test('deletes the filtered rows', async () => {
    expect(await db.from('things').delete({ count: 'exact' }).in('id', [1, 2])).toMatchObject({
      status: 204,
      count: 2,
      data: null,
    });
    expect(await names()).toEqual(['brown, "box" (old)', 'Äpfel 100%']);
  });

  test('returns them', async () => {
    expect(await db.from('things').delete().eq('id', 1).select('name, shouting')).toMatchObject({
      status: 200,
      data: [{ name: 'red apple', shouting: 'RED APPLE' }],
    });
  });

  test('without filters is rejected', async () => {
    expect(await db.from('things').delete()).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'DELETE requires a WHERE clause' },
    });
    expect(await names()).toHaveLength(4);
  });

  test('of referenced rows is rejected', async () => {
    expect(await db.from('makers').delete().eq('id', 1)).toMatchObject({
      status: 409,
      error: { code: '23503' },
    });
  });

  test('of more than maxAffected rows is rolled back', async () => {
    expect(await limited().delete().gt('id', 0).maxAffected(1)).toMatchObject({
      error: { code: 'PGRST124' },
    });
    expect(await names()).toHaveLength(4);
  });
});

describe('tx=rollback', () => {
  test('returns the result and rolls back', async () => {
    const { data, error } = await db.from('labels').insert({ id: 10, title: 'new' }).select().rollback();
    expect({ data, error }).toEqual({ data: [{ id: 10, title: 'new' }], error: null });
    expect((await db.from('labels').select()).data).toHaveLength(2);
  });

  test('is not a read-only transaction', async () => {
    const { headers, status } = await rest(portal, '/rpc/rename_thing?wanted=1&new_name=x', {});
    expect(status).toBe(405);
    expect(headers.get('preference-applied')).toBeNull();
    expect(await names()).toContain('red apple');
  });
});

test('one object can be written and read with headers only', async () => {
  const { json, headers } = await rest(portal, '/labels?id=eq.1', {
    method: 'PATCH',
    body: { title: 'sour' },
    headers: { accept: OBJECT, prefer: 'return=representation' },
  });
  expect(json).toEqual({ id: 1, title: 'sour' });
  expect(headers.get('content-type')).toBe(`${OBJECT}; charset=utf-8`);
});
