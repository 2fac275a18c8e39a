import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person, visitor } from '#tests/support/people.ts';
import { eventually, PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { rest, service } from '../support/rest-call.ts';
import { createRestTables } from '../support/rest-tables.ts';

const portal = portalForFile('rest');
let ada: Person;
let grace: Person;
let staff: Person;
beforeAll(async () => {
  await createRestTables(portal);
  await portal.database.query(`
    insert into public.things (id, name, maker_id) select n, 'thing ' || n, 3 from generate_series(1000, 2099) n;
    create or replace function public.slow(seconds float) returns void language sql volatile as $$ select pg_sleep(seconds) $$;
    grant execute on function public.slow(float) to anon, authenticated, service_role;
    create or replace function public.long_text(length int) returns text language sql stable as $$ select repeat('x', length) $$;
    create or replace function public.long_texts(length int) returns setof text language sql stable
      as $$ select repeat('x', length) from generate_series(1, 900) $$;
    grant execute on function public.long_text(int), public.long_texts(int) to service_role;
    notify pgrst, 'reload schema'`);
  ada = await createPerson(portal);
  grace = await createPerson(portal);
  staff = await createPerson(portal, { role: 'super' });
  await eventually(async () => (await rest(portal, '/rpc/long_text?length=1')).status === 200);
});

const marks = `a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}`;

describe('a text', () => {
  test('is not case-folded for a visitor', async () => {
    expect(await visitor(portal).rpc('folded', { said: 'Núñez' })).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
  });

  test.each([
    ['too long', 'x'.repeat(100_001)],
    ['with more marks over a letter than any language has', marks.slice(0, 40)],
  ])('%s is rejected early', async (_what, text) => {
    const refused = { status: 400, error: { code: '22001' } };
    expect(await ada.client.rpc('folded', { said: text })).toMatchObject(refused);
    expect(await ada.client.from('notes').insert({ text })).toMatchObject(refused);
    expect(
      await ada.client.from('user_profiles').update({ first_name: text }).eq('user_id', ada.id),
    ).toMatchObject(refused);
    expect(
      await ada.client.from('tax_forms').insert({ year: 2026, form_data: { firstName: { deep: [text] } } }),
    ).toMatchObject(refused);
  });

  test('is case-folded up to a limit', async () => {
    const [row] = await portal.database.query<{ folded: string }>('select public.folded($1) as folded', [
      marks,
    ]);
    expect(row?.folded).toBe('a');
  });

  test('can be as long as a message', async () => {
    const text = `${'é'.repeat(9_999)}!`;
    expect(await ada.client.from('notes').insert({ text }).select('text').single()).toMatchObject({
      data: { text },
    });
  });
});

describe('a body', () => {
  test('has a maximum depth', async () => {
    const nested = (depth: number) => `{"doc":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(await rest(portal, '/rpc/echo_args', { method: 'POST', body: nested(20) })).toMatchObject({
      status: 404,
    });
    for (const depth of [40, 400_000]) {
      expect(await rest(portal, '/rpc/echo_args', { method: 'POST', body: nested(depth) })).toMatchObject({
        status: 413,
        json: { code: '54001' },
      });
    }
  });

  test('has a maximum number of rows', async () => {
    expect(
      await rest(portal, '/labels', { method: 'POST', body: `[${'{},'.repeat(5_000)}{}]` }),
    ).toMatchObject({ status: 413, json: { code: '54000' } });
  });
});

describe('a response', () => {
  const tooLarge = { status: 413, json: { code: '54000', message: 'The answer is too large' } };
  const alive = async () =>
    expect((await service(portal).from('makers').select('id').eq('id', 1)).data).toEqual([{ id: 1 }]);

  test('of nested rows is limited', async () => {
    expect(await rest(portal, '/makers?select=things(makers(things(makers(things(name)))))')).toMatchObject(
      tooLarge,
    );
    expect(await rest(portal, '/things?select=makers(things(id))&maker_id=eq.3')).toMatchObject(tooLarge);
    await alive();
  });

  // The last one would be longer than a JavaScript string can be, which once crashed the process.
  test.each([
    '/rpc/long_text?length=9000000',
    '/rpc/long_texts?length=10000',
    '/rpc/long_texts?length=700000',
  ])('of %s is limited', async (path) => {
    for (const accept of ['application/json', 'application/vnd.pgrst.object+json']) {
      expect(await rest(portal, path, { headers: { accept } })).toMatchObject(tooLarge);
    }
    await alive();
  });

  test('as CSV is limited', async () => {
    const csv = { headers: { accept: 'text/csv' } };
    const select = Array.from({ length: 90 }, (_, at) => `c${at}:name`).join(',');
    await portal.database.query(`update public.things set name = repeat('y', 100) || id where id >= 1000`);
    expect(await rest(portal, `/things?select=${select}`, csv)).toMatchObject(tooLarge);
    await portal.database.query(`update public.things set name = 'thing ' || id where id >= 1000`);
  });

  test('that is too large rolls back the write', async () => {
    const select = Array.from({ length: 90 }, (_, at) => `c${at}:name`).join(',');
    const name = 'z'.repeat(100);
    const body = Array.from({ length: 1000 }, (_, at) => ({ id: 5000 + at, name: `${name}${at}` }));
    const prefer = { prefer: 'return=representation' };
    expect(
      await rest(portal, `/things?select=${select}`, { method: 'POST', headers: prefer, body }),
    ).toMatchObject(tooLarge);
    expect(await portal.database.query('select id from public.things where id >= 5000')).toEqual([]);
  });

  test('has at most 200 columns at all levels together', async () => {
    const columns = (count: number) => Array.from({ length: count }, () => 'name').join(',');
    expect(await rest(portal, `/makers?select=${columns(200)}`)).toMatchObject({ status: 200 });
    for (const select of [columns(201), columns(1_600), `${columns(150)},things(${columns(50)})`]) {
      expect(await rest(portal, `/makers?select=${select}`)).toMatchObject({
        status: 413,
        json: { code: '54011' },
      });
    }
  });

  test('has at most ten to-many relations', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `r${at}:things(id)`).join(',');
    expect(await rest(portal, `/makers?id=eq.1&select=${many(10)}`)).toMatchObject({ status: 200 });
    expect(await rest(portal, `/makers?id=eq.1&select=${many(11)}`)).toMatchObject({
      status: 413,
      json: { code: '54011' },
    });
  });

  test('can have a thousand rows with embedded rows', async () => {
    const { json, status } = await rest(portal, '/things?select=*,parts(*),makers(name)&order=id');
    expect(status).toBe(200);
    expect(json).toHaveLength(1000);
  });
});

describe('patterns', () => {
  test.each(['match', 'imatch', 'not.match', 'match(any)'])('rejects %s for visitors', async (operator) => {
    for (const query of [`name=${operator}.a`, `or=(id.eq.1,name.${operator}.a)`]) {
      expect(await rest(portal, `/things?select=id&${query}`, { key: PUBLISHABLE_KEY })).toMatchObject({
        status: 401,
        json: { code: '42501', message: 'Regular expressions are for signed-in callers' },
      });
    }
  });

  test.each([
    ['match', `${'a'.repeat(201)}`],
    ['like', `*${'a'.repeat(1_000)}`],
    ['ilike', 'a*'.repeat(17)],
    ['like(any)', `{${'a*,'.repeat(17)}}`],
  ])('limits %s', async (operator, pattern) => {
    for (const query of [`name=${operator}.${pattern}`, `and=(name.${operator}."${pattern}")`]) {
      expect(await rest(portal, `/things?select=id&${query}`)).toMatchObject({
        status: 413,
        json: { code: '54001' },
      });
    }
  });
});

describe('statement timeout', () => {
  test('is three seconds for visitors and clients, longer for staff', async () => {
    const stopped = { status: 500, error: { code: '57014' } };
    const late = { seconds: 3.5 };
    const [byVisitor, byClient, byStaff] = await Promise.all([
      visitor(portal).rpc('slow', late),
      ada.client.rpc('slow', late),
      service(portal).rpc('slow', late),
    ]);
    expect(byVisitor).toMatchObject(stopped);
    expect(byClient).toMatchObject(stopped);
    expect(byStaff).toMatchObject({ error: null });
  });
});

describe('concurrent statements', () => {
  test('are limited per caller: they wait and are then rejected', async () => {
    const busy = Array.from({ length: 40 }, () => ada.client.rpc('slow', { seconds: 2.8 }));
    const { data } = await grace.client.from('user_profiles').select('user_id');
    expect(data).toEqual([{ user_id: grace.id }]);
    const answers = await Promise.all(busy);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]?.error).toMatchObject({ code: 'over_request_rate_limit' });
    expect(answers.filter(({ error }) => error === null).length).toBeGreaterThanOrEqual(4);
    const { status } = await ada.client.from('user_profiles').select('user_id');
    expect(status).toBe(200);
  });
});

describe('Prefer: tx=rollback', () => {
  test('is rejected for writes by visitors and volatile functions', async () => {
    const refused = { status: 400, error: { code: 'PGRST127' } };
    const db = visitor(portal);
    expect(await db.from('notes').insert({ owner: null, text: 'x' }).rollback()).toMatchObject(refused);
    for (const { client } of [ada, staff]) {
      expect(await client.rpc('slow', { seconds: 0 }).rollback()).toMatchObject(refused);
      expect(
        await client.rpc('check_user_login_status', { user_email: 'x@example.com' }).rollback(),
      ).toMatchObject(refused);
    }
    expect(await service(portal).rpc('add_them', { a: 1 }).rollback()).toMatchObject({ data: 11 });
  });
});

describe('a count', () => {
  test.each(['planned', 'estimated', 'exact'] as const)(
    '%s has only the rows that its caller may see',
    async (count) => {
      await portal.database.query(`
      insert into public.notes (owner, text) select null, 'hidden' from generate_series(1, 5000);
      analyze public.notes`);
      for (const db of [visitor(portal), grace.client, staff.client]) {
        const { data } = await db.from('notes').select('id');
        expect(await db.from('notes').select('id', { count, head: true })).toMatchObject({
          count: data?.length,
        });
      }
    },
  );
});
