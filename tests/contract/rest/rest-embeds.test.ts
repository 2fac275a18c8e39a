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

describe('related rows', () => {
  test('many to one, one to many, one to one, many to many', async () => {
    const { data } = await db
      .from('things')
      .select('id, makers(name), parts(title), thing_details(note), labels(title)')
      .lte('id', 2)
      .order('id');
    expect(data).toEqual([
      {
        id: 1,
        makers: { name: 'Ada' },
        parts: [{ title: 'stem' }, { title: 'skin' }],
        thing_details: { note: 'detail of one' },
        labels: [{ title: 'sweet' }],
      },
      {
        id: 2,
        makers: { name: 'Ada' },
        parts: [{ title: 'stem' }],
        thing_details: null,
        labels: [{ title: 'sweet' }],
      },
    ]);
  });

  test('nested, with aliases', async () => {
    const { data } = await db
      .from('makers')
      .select('who:name, made:things(name, bits:parts(title))')
      .eq('id', 1);
    expect(data).toEqual([
      {
        who: 'Ada',
        made: [
          { name: 'red apple', bits: [{ title: 'stem' }, { title: 'skin' }] },
          { name: 'green apple', bits: [{ title: 'stem' }] },
        ],
      },
    ]);
  });

  test('spread into the row', async () => {
    const { data } = await db.from('things').select('id, ...makers(maker:name, *)').eq('id', 3);
    expect(data).toEqual([{ id: 2, maker: 'Grace', name: 'Grace', country: 'US' }]);
  });

  test('of the table itself', async () => {
    const { data } = await db.from('people').select('name, boss:boss_id(name), people(name)').order('id');
    expect(data).toEqual([
      { name: 'Chief', boss: null, people: [{ name: 'Worker' }, { name: 'Helper' }] },
      { name: 'Worker', boss: { name: 'Chief' }, people: [] },
      { name: 'Helper', boss: { name: 'Chief' }, people: [] },
    ]);
  });

  test.each([
    'makers!start_id(name)',
    'makers!routes_start_id_fkey(name)',
    'makers:start_id(name)',
    'makers:routes_start_id_fkey(name)',
  ])('with a hint: %s', async (embed) => {
    const { data } = await db.from('routes').select(embed);
    expect(data).toEqual([{ makers: { name: 'Ada' } }]);
  });

  test('need a hint if there are several relationships', async () => {
    const { error, status } = await db.from('routes').select('makers(name)');
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'routes' and 'makers'",
      hint: "Try changing 'makers' to one of the following: 'makers!routes_end_id_fkey', 'makers!routes_start_id_fkey'. Find the desired relationship in the 'details' key.",
    });
    expect(error?.details).toHaveLength(2);
  });

  test.each(['labels', 'nothing'])('must be related: makers with %s', async (target) => {
    const { error, status } = await db.from('makers').select(`${target}(*)`);
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'PGRST200',
      message: `Could not find a relationship between 'makers' and '${target}' in the schema cache`,
      details: `Searched for a foreign key relationship between 'makers' and '${target}' in the schema 'public', but no matches were found.`,
    });
  });
});

describe('filters on related rows', () => {
  const rows = async (query: string) => (await rest(portal, `/things?order=id&${query}`)).json;

  test('filter only the related rows', async () => {
    expect(await rows('select=id,parts(title)&parts.price=gt.9')).toEqual([
      { id: 1, parts: [{ title: 'skin' }] },
      { id: 2, parts: [] },
      { id: 3, parts: [] },
      { id: 4, parts: [] },
    ]);
  });

  test('filter the outer rows with !inner', async () => {
    expect(await rows('select=id,parts!inner(title)&parts.title=eq.skin')).toEqual([
      { id: 1, parts: [{ title: 'skin' }] },
    ]);
    expect(await rows('select=id,makers!inner()&makers.country=eq.US')).toEqual([{ id: 3 }]);
    const { data, count } = await db.from('things').select('id, parts!inner(id)', { count: 'exact' });
    expect(data).toHaveLength(2);
    expect(count).toBe(2);
  });

  test('test for related rows with is.null', async () => {
    expect(await rows('select=id,parts()&parts=is.null')).toEqual([{ id: 3 }, { id: 4 }]);
    expect(await rows('select=id,parts()&parts=not.is.null')).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await rows('select=id,makers(),parts()&or=(makers.is.null,parts.not.is.null)')).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 4 },
    ]);
  });

  test('with groups, order and pages', async () => {
    const { data } = await db
      .from('things')
      .select('id, parts(title)')
      .or('price.eq.5,price.eq.15', { referencedTable: 'parts' })
      .order('price', { referencedTable: 'parts', ascending: false })
      .limit(1, { referencedTable: 'parts' })
      .eq('id', 1);
    expect(data).toEqual([{ id: 1, parts: [{ title: 'skin' }] }]);
    const { data: second } = await db
      .from('things')
      .select('parts(title)')
      .order('id', { referencedTable: 'parts' })
      .range(1, 1, { referencedTable: 'parts' })
      .eq('id', 1);
    expect(second).toEqual([{ parts: [{ title: 'skin' }] }]);
  });

  test('order the outer rows', async () => {
    expect(
      await rows('select=id,makers()&order=makers(name).desc.nullslast,id'.replace('order=', 'x=')),
    ).toMatchObject({
      code: 'PGRST100',
    });
    const { json } = await rest(
      portal,
      '/things?select=id,makers()&order=makers(name).desc.nullslast,id.desc',
    );
    expect(json).toEqual([{ id: 3 }, { id: 2 }, { id: 1 }, { id: 4 }]);
  });

  test.each([
    ['select=id&parts.price=gt.9', 'PGRST108', "'parts' is not an embedded resource in this request"],
    ['select=id,parts(id)&parts=eq.9', 'PGRST120', "Bad operator on the 'parts' embedded resource"],
    ['select=id,parts(id)&order=parts(price)', 'PGRST118', "A related order on 'parts' is not possible"],
    ['select=id,...parts(title)', 'PGRST127', 'Feature not implemented'],
    ['select=id,parts(count())', 'PGRST123', 'Use of aggregate functions is not allowed'],
    ['select=id,parts(nope)', '42703', 'column parts.nope does not exist'],
  ])('rejects %s', async (query, code, message) => {
    const answer = await rest(portal, `/things?${query}`);
    expect(answer).toMatchObject({ status: 400, json: { code, message } });
  });
});

test('writes can return embedded rows', async () => {
  const { data, error } = await db
    .from('parts')
    .insert({ id: 50, thing_id: 3, title: 'lid' })
    .select('title, things(name, makers(name))')
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({ title: 'lid', things: { name: 'brown, "box" (old)', makers: { name: 'Grace' } } });
  const { data: gone } = await db.from('parts').delete().eq('id', 50).select('things(id)');
  expect(gone).toEqual([{ things: { id: 3 } }]);
});
