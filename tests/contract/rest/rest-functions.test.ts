import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, PUBLISHABLE_KEY, portalForFile, SECRET_KEY } from '#tests/support/server/portal.ts';
import { rest, service } from '../support/rest-call.ts';
import { createRestTables, resetRestTables } from '../support/rest-tables.ts';

const portal = portalForFile('rest');
let db: SupabaseClient;
beforeAll(async () => {
  await createRestTables(portal);
  db = service(portal);
});
beforeEach(() => resetRestTables(portal));

describe('arguments', () => {
  test.each<[string, () => PromiseLike<unknown>, unknown]>([
    ['named', () => db.rpc('add_them', { a: 1, b: 2 }), 3],
    ['with a default', () => db.rpc('add_them', { a: 1 }), 11],
    ['in the query', () => db.rpc('add_them', { a: 1, b: 2 }, { get: true }), 3],
    [
      'of every kind',
      () => db.rpc('echo_args', { number: 1, list: [1, 2], doc: { x: [null] }, word: "it's" }),
      { number: 1, list: [1, 2], doc: { x: [null] }, word: "it's" },
    ],
    [
      'of every kind in the query',
      () =>
        db.rpc(
          'echo_args',
          { number: 1, list: [1, 2], doc: '{"x":null}', word: 'in.progress' },
          { get: true },
        ),
      { number: 1, list: [1, 2], doc: { x: null }, word: 'in.progress' },
    ],
    ['any number of them', () => db.rpc('sum_all', { numbers: [1, 2, 3] }), 6],
    ['any number of them in the query', () => db.rpc('sum_all', { numbers: [1, 2, 3] }, { get: true }), 6],
    ['the whole body', () => db.rpc('echo_json', { any: [1] }), { any: [1] }],
    [
      'none',
      () => db.rpc('pairs'),
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
  ])('%s', async (_name, call, data) => {
    expect(await call()).toMatchObject({ data, error: null, status: 200 });
  });

  test('can be a body that is not an object', async () => {
    expect((await rest(portal, '/rpc/echo_json', { method: 'POST', body: '[1,"a"]' })).json).toEqual([
      1,
      'a',
    ]);
  });

  test.each<[string, string, Record<string, unknown>, number, string, string]>([
    [
      'unknown function',
      'nope',
      {},
      404,
      'PGRST202',
      'Could not find the function public.nope without parameters in the schema cache',
    ],
    [
      'unknown argument',
      'add_them',
      { a: 1, c: 2 },
      404,
      'PGRST202',
      'Could not find the function public.add_them(a, c) in the schema cache',
    ],
    [
      'missing argument',
      'add_them',
      { b: 1 },
      404,
      'PGRST202',
      'Could not find the function public.add_them(b) in the schema cache',
    ],
    [
      'two that fit',
      'clash',
      { a: 1 },
      300,
      'PGRST203',
      'Could not choose the best candidate function between: public.clash(a => int4), public.clash(a => text)',
    ],
    ['wrong type', 'add_them', { a: 'x' }, 400, '22P02', 'invalid input syntax for type integer: "x"'],
  ])('%s', async (_name, fn, args, status, code, message) => {
    const answer = await db.rpc(fn, args);
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({ code, message });
  });

  test('a missing function has a detailed error', async () => {
    const { error } = await db.rpc('add_them', { x: 1, y: 2 });
    expect(error).toMatchObject({
      details:
        'Searched for the function public.add_them with parameters x, y or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: null,
    });
  });
});

describe('results', () => {
  test('rows can be filtered, limited, ordered, counted and embedded', async () => {
    const { data, count, status } = await db
      .rpc('all_things', { min_id: 1 }, { count: 'exact' })
      .select('id, makers(name)')
      .lt('id', 4)
      .order('id', { ascending: false })
      .limit(2);
    expect({ data, count, status }).toEqual({
      data: [
        { id: 3, makers: { name: 'Grace' } },
        { id: 2, makers: { name: 'Ada' } },
      ],
      count: 3,
      status: 206,
    });
  });

  test('an argument and a column can have the same name', async () => {
    const answer = await rest(portal, '/rpc/one_thing?wanted=2&select=id');
    expect(answer.json).toEqual({ id: 2 });
    const pairs = await rest(portal, '/rpc/pairs?a=eq.2');
    expect(pairs.json).toEqual([{ a: 2, b: 'y' }]);
  });

  test('returns an object for a row, an array for values, and 204 for void', async () => {
    expect((await db.rpc('one_thing', { wanted: 1 }).select('name')).data).toEqual({ name: 'red apple' });
    expect((await db.rpc('counts', { up_to: 3 })).data).toEqual([1, 2, 3]);
    expect((await db.rpc('counts', { up_to: 1 }).single()).data).toBe(1);
    expect(await db.rpc('nothing')).toMatchObject({ data: null, status: 204, error: null });
  });

  test('rejects several values for single()', async () => {
    expect(await db.rpc('counts', { up_to: 2 }).single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    });
  });

  test('head returns only the count', async () => {
    expect(await db.rpc('pairs', {}, { head: true, count: 'exact' })).toMatchObject({
      data: null,
      count: 2,
      status: 200,
    });
    expect(
      await db.rpc('echo_args', { number: 1, list: [], doc: {}, word: '' }, { head: true, count: 'exact' }),
    ).toMatchObject({ data: null, count: 1, status: 204 });
  });

  test('returns rows as CSV, but not values', async () => {
    expect((await db.rpc('pairs').csv()).data).toBe('a,b\n1,x\n2,y');
    expect(await db.rpc('add_them', { a: 1 }).csv()).toMatchObject({
      status: 406,
      error: { code: 'PGRST107' },
    });
  });

  test.each([
    ['/rpc/add_them?a=1&b=2&nope=eq.1', 400, '42703'],
    ['/rpc/pairs?columns=a', 400, 'PGRST100'],
    ['/rpc/add_them?a=1&a=2', 400, 'PGRST100'],
  ])('rejects %s', async (path, status, code) => {
    expect(await rest(portal, path)).toMatchObject({ status, json: { code } });
  });
});

describe('writing functions', () => {
  test('write with POST and are rejected with GET', async () => {
    expect(await db.rpc('rename_thing', { wanted: 1, new_name: 'x' }, { get: true })).toMatchObject({
      status: 405,
      error: { code: '25006', message: 'cannot execute UPDATE in a read-only transaction' },
    });
    expect((await db.from('things').select('name').eq('id', 1).single()).data).toEqual({ name: 'red apple' });
    expect(await db.rpc('rename_thing', { wanted: 1, new_name: 'x' })).toMatchObject({ status: 204 });
    expect((await db.from('things').select('name').eq('id', 1).single()).data).toEqual({ name: 'x' });
  });

  test('can’t use tx=rollback', async () => {
    expect(await db.rpc('rename_thing', { wanted: 1, new_name: 'x' }).rollback()).toMatchObject({
      status: 400,
      error: { code: 'PGRST127' },
    });
    expect((await db.from('things').select('name').eq('id', 1).single()).data).toEqual({ name: 'red apple' });
  });

  test('run once, even with a count', async () => {
    await portal.database.query(`
      create sequence public.runs;
      create function public.run_once() returns table (n bigint) language sql volatile security definer
        as $$ select nextval('public.runs') $$;
      grant execute on function public.run_once to service_role;
      notify pgrst;
    `);
    const run = async () => {
      const { data } = await db.rpc('run_once', {}, { count: 'exact' });
      return (data as { n: number }[] | null)?.[0]?.n;
    };
    // Twice, since there may be two servers.
    const known = await eventually(async () => (await run()) && (await run()) && run());
    expect(await run()).toBe(known + 1);
  });
});

test('know the request, without what gives access', async () => {
  const headers = { 'X-Request-Note': 'Año', cookie: 'a=b', 'x-captcha-pass': 'x' };
  const posted = await rest(portal, '/rpc/request_facts?select=*', { method: 'POST', body: {}, headers });
  expect(posted.json).toMatchObject({
    method: 'POST',
    path: '/rpc/request_facts',
    cookies: {},
    headers: { 'content-type': 'application/json', 'x-request-note': 'Año' },
  });
  expect(posted.text).not.toContain(SECRET_KEY);
  expect(Object.keys((posted.json as { headers: object }).headers)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(authorization|apikey|cookie|x-captcha-pass)$/)]),
  );
  expect((await rest(portal, '/rpc/request_facts')).json).toMatchObject({ method: 'GET' });
});

describe('errors', () => {
  test.each([
    ['P0001', 400],
    ['PT402', 402],
    ['42501', 403],
    ['22023', 400],
    ['23505', 409],
    ['P0002', 400],
  ])('raised as %s have status %i', async (state, status) => {
    expect(await db.rpc('fails', { state })).toMatchObject({
      status,
      error: { code: state, message: 'it failed', details: 'the detail', hint: 'the hint' },
    });
  });

  test('of a function without a grant', async () => {
    expect(await rest(portal, '/rpc/forbidden', { key: PUBLISHABLE_KEY })).toMatchObject({
      status: 401,
      json: { code: '42501', message: 'permission denied for function forbidden' },
    });
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('%s is not allowed for functions', async (method) => {
    expect(await rest(portal, '/rpc/pairs', { method })).toMatchObject({
      status: 405,
      json: { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` },
    });
  });

  test('of max-affected roll the call back', async () => {
    const strict = { method: 'POST', headers: { prefer: 'handling=strict, max-affected=1' }, body: {} };
    expect(await rest(portal, '/rpc/pairs', strict)).toMatchObject({
      status: 400,
      json: { code: 'PGRST124' },
    });
    expect(await rest(portal, '/rpc/nothing', strict)).toMatchObject({
      status: 400,
      json: { code: 'PGRST128' },
    });
  });
});
