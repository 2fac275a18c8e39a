import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portalForFile } from '#tests/support/server/portal.ts';
import { rest, service } from '../support/rest-call.ts';
import { createRestTables, resetRestTables } from '../support/rest-tables.ts';

// Behavior that clients of the hosted service rely on, beyond the documented grammar of PostgREST.
const portal = portalForFile('rest');
let db: SupabaseClient;
beforeAll(async () => {
  await createRestTables(portal);
  db = service(portal);
});
beforeEach(() => resetRestTables(portal));

describe('a count of embedded rows', () => {
  test('is a single row', async () => {
    const { data } = await db
      .from('things')
      .select('id, parts(count), n:labels(count)')
      .lte('id', 3)
      .order('id');
    expect(data).toEqual([
      { id: 1, parts: [{ count: 2 }], n: [{ count: 1 }] },
      { id: 2, parts: [{ count: 1 }], n: [{ count: 1 }] },
      { id: 3, parts: [{ count: 0 }], n: [{ count: 1 }] },
    ]);
  });

  test('applies the filters of its relation, and can have an alias', async () => {
    const { data } = await db
      .from('makers')
      .select('id, things(bits:parts(total:count))')
      .eq('id', 1)
      .eq('things.parts.title', 'stem')
      .order('id', { referencedTable: 'things' });
    expect(data).toEqual([{ id: 1, things: [{ bits: [{ total: 1 }] }, { bits: [{ total: 1 }] }] }]);
  });

  test('works for a self-reference', async () => {
    expect((await db.from('things').select('count').gt('id', 1).single()).data).toEqual({ count: 3 });
  });

  test.each(['id,parts(title,count)', 'id,parts(count())'])('rejects %s', async (select) => {
    expect((await rest(portal, `/things?select=${select}`)).status).toBe(400);
  });
});

describe('single() on a write without select()', () => {
  const refused = (rows: number) => ({
    status: 406,
    error: { code: 'PGRST116', details: `The result contains ${rows} rows` },
  });
  const labels = () => portal.database.query('select id, title from public.labels order by id');
  // Not in the types of supabase-js, but it can be called.
  const single = (builder: object) => (builder as { single(): PromiseLike<unknown> }).single();

  test('commits for one row', async () => {
    expect(await single(db.from('labels').insert({ id: 3, title: 'new' }))).toMatchObject({ status: 201 });
    expect(await single(db.from('labels').update({ title: 'x' }).eq('id', 3))).toMatchObject({ status: 204 });
    expect(await single(db.from('labels').delete().eq('id', 3))).toMatchObject({ status: 204 });
  });

  test('rolls back for more or fewer', async () => {
    const before = await labels();
    const two = [
      { id: 8, title: 'a' },
      { id: 9, title: 'b' },
    ];
    expect(await single(db.from('labels').insert(two))).toMatchObject(refused(2));
    expect(await single(db.from('labels').update({ title: 'x' }).gt('id', 0))).toMatchObject(refused(2));
    expect(await single(db.from('labels').update({ title: 'x' }).eq('id', 77))).toMatchObject(refused(0));
    expect(await single(db.from('thing_labels').delete().gt('thing_id', 0))).toMatchObject(refused(3));
    expect(await labels()).toEqual(before);
    expect(await portal.database.query('select from public.thing_labels')).toHaveLength(3);
  });
});

test('an embed with an alias can also be filtered and ordered by the name of its relation', async () => {
  const byName =
    '/makers?select=id,made:things(id)&things.order=id.desc&things.id=gt.1&things=not.is.null&order=id';
  for (const path of [byName, byName.replaceAll('things.', 'made.').replace('&things=', '&made=')]) {
    expect((await rest(portal, path)).json).toEqual([
      { id: 1, made: [{ id: 2 }] },
      { id: 2, made: [{ id: 3 }] },
    ]);
  }
  const ordered = await rest(
    portal,
    '/things?select=id,who:makers(name)&maker_id=gt.0&order=makers(name).desc,id',
  );
  expect(ordered.json).toMatchObject([{ id: 3 }, { id: 1 }, { id: 2 }]);
});

describe('texts', () => {
  beforeEach(() =>
    portal.database.query(`
      truncate public.labels cascade;
      insert into public.labels
      select row_number() over (), title from unnest(array['b', 'A', 'Z', 'a', 'B', 'é', 'f', 'Äpfel', 'z']) title`),
  );
  const sorted = ['a', 'A', 'Äpfel', 'b', 'B', 'é', 'f', 'z', 'Z'];
  const titles = (rows: unknown) => (rows as { title: string }[]).map(({ title }) => title);

  test('are sorted in dictionary order', async () => {
    expect(titles((await db.from('labels').select('title').order('title')).data)).toEqual(sorted);
    const back = await db.from('labels').select('title').order('title', { ascending: false });
    expect(titles(back.data)).toEqual(sorted.toReversed());
  });

  test('are compared in the same order, for keyset pagination', async () => {
    const page = await db.from('labels').select('title').gt('title', 'B').order('title').limit(2);
    expect(titles(page.data)).toEqual(['é', 'f']);
    const rest = await db.from('labels').select('title').lte('title', 'b').order('title');
    expect(titles(rest.data)).toEqual(['a', 'A', 'Äpfel', 'b']);
  });

  test('from JSON too; a column with a collation keeps it', async () => {
    await portal.database.query(`update public.things set data = jsonb_build_object('k',
      case id when 1 then 'b' when 2 then 'B' when 3 then 'a' else 'C' end)`);
    const { json } = await rest(portal, '/things?select=id&order=data->>k');
    expect((json as { id: number }[]).map(({ id }) => id)).toEqual([3, 1, 2, 4]);
    const { json: kept } = await rest(portal, '/file_uploads?select=file_path&order=file_path');
    expect(kept).toEqual([]);
  });

  test('in embedded and written rows too', async () => {
    const { json } = await rest(portal, '/makers?select=things(name)&id=eq.1&things.order=name.desc');
    expect(json).toEqual([{ things: [{ name: 'red apple' }, { name: 'green apple' }] }]);
    const { data } = await db
      .from('labels')
      .update({ id: 50 })
      .eq('title', 'z')
      .select('title')
      .order('title');
    expect(data).toEqual([{ title: 'z' }]);
  });
});

describe('lenient parsing', () => {
  test('an empty select returns rows without columns', async () => {
    expect(await db.from('labels').select('')).toMatchObject({ status: 200, data: [{}, {}] });
    expect((await rest(portal, '/makers?id=eq.1&select=id,things()')).json).toEqual([{ id: 1 }]);
  });

  test('ignores a negative offset', async () => {
    expect((await rest(portal, '/things?select=id&order=id&offset=-4&limit=2')).json).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  test.each(['a/b', 'a@b', 'a#b', 'a!b', '/@#!', 'a-b', 'a b'])(
    'a JSON key %s needs no quotes',
    async (key) => {
      await portal.database.query(
        'update public.things set data = jsonb_build_object($1::text, 5) where id = 1',
        [key],
      );
      const name = encodeURIComponent(key);
      for (const path of [
        `/things?select=data->>${name}&data->>${name}=eq.5`,
        `/things?select=data->>${name}&or=(data->${name}.eq.5)&order=data->${name}`,
      ]) {
        expect((await rest(portal, path)).json).toEqual([{ [key]: '5' }]);
      }
    },
  );

  test('a list of only spaces is empty', async () => {
    expect((await rest(portal, '/things?select=id&id=in.(%20)')).json).toEqual([]);
    expect((await rest(portal, '/things?select=id&id=in.(%201,%202)&order=id')).json).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  test('an offset behind the last row returns the count', async () => {
    const { status, headers } = await rest(portal, '/things?offset=9', {
      headers: { prefer: 'count=exact' },
    });
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe('*/4');
  });
});
