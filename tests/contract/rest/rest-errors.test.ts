import { beforeAll, describe, expect, test } from 'vitest';
import { PUBLISHABLE_KEY, portalForFile, SECRET_KEY } from '#tests/support/server/portal.ts';
import { rest } from '../support/rest-call.ts';
import { createRestTables } from '../support/rest-tables.ts';

const portal = portalForFile('rest');
beforeAll(async () => {
  await createRestTables(portal);
});

test.each<[string, string, Parameters<typeof rest>[2], number, Record<string, unknown>]>([
  [
    'several rows for one object',
    '/things',
    { headers: { accept: 'application/vnd.pgrst.object+json' } },
    406,
    {
      code: 'PGRST116',
      details: 'The result contains 4 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    },
  ],
  [
    'unknown table',
    '/nope',
    {},
    404,
    {
      code: 'PGRST205',
      details: null,
      hint: null,
      message: "Could not find the table 'public.nope' in the schema cache",
    },
  ],
  [
    'unknown column in a body',
    '/labels',
    { method: 'POST', body: { nope: 1 } },
    400,
    {
      code: 'PGRST204',
      details: null,
      hint: null,
      message: "Could not find the 'nope' column of 'labels' in the schema cache",
    },
  ],
  [
    'unknown column in a query',
    '/labels?nope=eq.1',
    {},
    400,
    { code: '42703', details: null, hint: null, message: 'column labels.nope does not exist' },
  ],
  [
    'unknown function',
    '/rpc/nope',
    { method: 'POST', body: { a: 1 } },
    404,
    { code: 'PGRST202', message: 'Could not find the function public.nope(a) in the schema cache' },
  ],
  [
    'unreadable query',
    '/things?id=noop.1',
    {},
    400,
    {
      code: 'PGRST100',
      details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
      hint: null,
      message: '"failed to parse filter (noop.1)" (line 1, column 1)',
    },
  ],
  ['bad token', '/things', { key: 'aaaa.bbbb.cccc' }, 401, { code: 'PGRST301', details: null, hint: null }],
  [
    'refused to a visitor',
    '/notes?select=secret',
    { key: PUBLISHABLE_KEY },
    401,
    { code: '42501', details: null, message: 'permission denied for table notes' },
  ],
  [
    'refused to the service',
    '/notes',
    {},
    403,
    { code: '42501', details: null, message: 'permission denied for table notes' },
  ],
  [
    'duplicate',
    '/labels',
    { method: 'POST', body: { id: 1, title: 'x' } },
    409,
    {
      code: '23505',
      details: 'Key (id)=(1) already exists.',
      hint: null,
      message: 'duplicate key value violates unique constraint "labels_pkey"',
    },
  ],
  [
    'broken reference',
    '/parts',
    { method: 'POST', body: { id: 9, thing_id: 9, title: 'x' } },
    409,
    { code: '23503', details: 'Key (thing_id)=(9) is not present in table "things".' },
  ],
  ['not a number', '/things?id=eq.x', {}, 400, { code: '22P02', details: null, hint: null }],
  [
    'another schema',
    '/things',
    { headers: { 'accept-profile': 'auth' } },
    406,
    {
      code: 'PGRST106',
      details: null,
      hint: 'Only the following schemas are exposed: public',
      message: 'Invalid schema: auth',
    },
  ],
  [
    'another schema to write',
    '/labels',
    { method: 'POST', body: {}, headers: { 'content-profile': 'storage' } },
    406,
    { code: 'PGRST106', message: 'Invalid schema: storage' },
  ],
  [
    'a format that there is not',
    '/things',
    { headers: { accept: 'image/png' } },
    406,
    { code: 'PGRST107', message: 'None of these media types are available: image/png' },
  ],
  [
    'the plan of a query',
    '/things',
    { headers: { accept: 'application/vnd.pgrst.plan+text; for="application/json"' } },
    406,
    { code: 'PGRST107' },
  ],
  [
    'a body that is no JSON',
    '/labels',
    { method: 'POST', body: 'id,title\n1,x', headers: { 'content-type': 'text/csv' } },
    400,
    { code: 'PGRST102', message: 'Content-Type not acceptable: text/csv' },
  ],
  [
    'a body too large',
    '/labels',
    { method: 'POST', body: { title: 'x'.repeat(1_100_000) } },
    400,
    { code: 'PGRST102', message: 'Request body is too large' },
  ],
  [
    'preferences that there are not',
    '/things',
    { headers: { prefer: 'handling=strict, foo, count=all' } },
    400,
    {
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: 'Invalid preferences: foo, count=all',
    },
  ],
  [
    'a method that there is not',
    '/things',
    { method: 'PUT', body: {} },
    405,
    { code: 'PGRST117', message: 'Unsupported HTTP method: PUT' },
  ],
  [
    'a deeper path',
    '/things/1',
    {},
    404,
    { code: 'PGRST125', message: 'Invalid path specified in request URL' },
  ],
  ['the root, for a visitor', '/', { key: PUBLISHABLE_KEY }, 404, { code: 'PGRST126' }],
])('%s', async (_name, path, call, status, body) => {
  const answer = await rest(portal, path, call);
  expect(answer.status, answer.text).toBe(status);
  expect(answer.json).toMatchObject(body);
  expect(Object.keys(answer.json as object).sort()).toEqual(['code', 'details', 'hint', 'message']);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('tables and functions outside of the schema public are not found', async () => {
  for (const name of ['users', 'auth.users', 'pg_class', 'migrations', 'objects']) {
    expect(await rest(portal, `/${name}`)).toMatchObject({ status: 404, json: { code: 'PGRST205' } });
  }
  const setting = { setting_name: 'role', new_value: 'postgres', is_local: true };
  for (const [name, body] of [
    ['require_session', {}],
    ['set_config', setting],
    ['pg_catalog.set_config', setting],
  ])
    for (const key of [SECRET_KEY, PUBLISHABLE_KEY])
      expect(await rest(portal, `/rpc/${name}`, { method: 'POST', body, key })).toMatchObject({
        json: { code: 'PGRST202' },
      });
});

test('the root lists tables and functions for service_role', async () => {
  const { status, json } = await rest(portal, '/');
  expect(status).toBe(200);
  expect(json).toMatchObject({ paths: { '/things': {}, '/rpc/pairs': {} } });
});

test('OPTIONS lists the methods', async () => {
  expect((await rest(portal, '/things', { method: 'OPTIONS' })).headers.get('allow')).toBe(
    'OPTIONS,GET,HEAD,POST,PATCH,DELETE',
  );
  expect((await rest(portal, '/rpc/pairs', { method: 'OPTIONS' })).headers.get('allow')).toBe(
    'OPTIONS,GET,HEAD,POST',
  );
});

describe('SQL injection', () => {
  const attacks = [
    `'; drop table public.labels; --`,
    `1; drop table public.labels`,
    `" ; drop table public.labels; --`,
    `") from public.labels; drop table public.labels; --`,
    `1) or (1=1`,
    `$1`,
    `$$; drop table public.labels; $$`,
    `\\'; drop table public.labels; --`,
    `x' union select encrypted_password from auth.users --`,
    `/* */`,
    `-- `,
  ];
  const places: [string, (text: string) => Promise<unknown>][] = [
    ['a value', (text) => rest(portal, `/labels?title=eq.${encodeURIComponent(text)}`)],
    ['a list', (text) => rest(portal, `/labels?title=in.(${encodeURIComponent(text)})`)],
    ['a column', (text) => rest(portal, `/labels?${encodeURIComponent(`"${text}"`)}=eq.1`)],
    ['a JSON key', (text) => rest(portal, `/things?${encodeURIComponent(`data->>"${text}"`)}=eq.1`)],
    ['a select', (text) => rest(portal, `/labels?select=${encodeURIComponent(text)}`)],
    ['an alias', (text) => rest(portal, `/labels?select=${encodeURIComponent(`"${text}":id`)}`)],
    ['a cast', (text) => rest(portal, `/labels?select=${encodeURIComponent(`id::${text}`)}`)],
    ['an order', (text) => rest(portal, `/labels?order=${encodeURIComponent(text)}`)],
    ['a limit', (text) => rest(portal, `/labels?limit=${encodeURIComponent(text)}`)],
    ['a range', (text) => rest(portal, '/labels', { headers: { range: text } })],
    ['a table', (text) => rest(portal, `/${encodeURIComponent(text)}`)],
    ['a function', (text) => rest(portal, `/rpc/${encodeURIComponent(text)}`)],
    ['a language', (text) => rest(portal, `/labels?title=${encodeURIComponent(`fts("${text}").x`)}`)],
    [
      'a conflict',
      (text) =>
        rest(portal, `/labels?on_conflict=${encodeURIComponent(`"${text}"`)}`, {
          method: 'POST',
          body: { id: 1, title: 'x' },
          headers: { prefer: 'resolution=merge-duplicates' },
        }),
    ],
    ['a key of a body', (text) => rest(portal, '/labels', { method: 'POST', body: { [text]: 1 } })],
    [
      'a value of a body',
      (text) => rest(portal, '/labels', { method: 'POST', body: { id: text, title: text } }),
    ],
    ['an argument', (text) => rest(portal, '/rpc/add_them', { method: 'POST', body: { a: text } })],
    ['an embedded relation', (text) => rest(portal, `/labels?select=${encodeURIComponent(`"${text}"(*)`)}`)],
    ['a preference', (text) => rest(portal, '/labels', { headers: { prefer: `count=${text}` } })],
    ['a profile', (text) => rest(portal, '/labels', { headers: { 'accept-profile': text } })],
  ];

  test.each(places)('is only text as %s', async (_name, ask) => {
    for (const attack of attacks) {
      const { status, text } = (await ask(attack)) as { status: number; text: string };
      expect(status, `${attack}: ${text}`).toBeLessThan(500);
      expect(text).not.toContain('"42601"');
    }
    const rows = await portal.database.query('select id, title from public.labels order by id');
    expect(rows).toEqual([
      { id: 1, title: 'sweet' },
      { id: 2, title: 'old' },
    ]);
  });
});
