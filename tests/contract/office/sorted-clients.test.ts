import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { returnStatuses } from '#domain/returns/tax-return.ts';
import { createPerson, insertPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';

const YEAR = 2026;
let portal: TestPortal;
let admin: Person;
let colleague: Person;
const idOf: Record<string, string> = {};
const names = ['cora', 'adam', 'dora', 'Bela', 'eve'];

beforeAll(async () => {
  portal = await startPortal();
  admin = await createPerson(portal, { role: 'admin', data: { first_name: 'Zoe', last_name: 'Reyes' } });
  colleague = await createPerson(portal, { role: 'super', data: { first_name: 'Abel', last_name: 'Reyes' } });
  for (const name of names)
    idOf[name] = await insertPerson(portal, {
      email: `${name.toLowerCase()}@example.com`,
      data: { first_name: name, last_name: 'X' },
    });
  const sql = (text: string, values: unknown[]) => portal.database.query(text, values);
  const details = (name: string, preparer: string | null, tags: string[]) =>
    sql('insert into public.client_details (client_id, preparer_id, tags) values ($1, $2, $3)', [
      idOf[name],
      preparer,
      tags,
    ]);
  await details('cora', admin.id, ['VIP', 'Early']);
  await details('adam', colleague.id, ['VIP']);
  await details('dora', null, []);
  const taxReturn = (name: string, kind: string, status: string, days: number) =>
    sql(
      `insert into public.tax_returns (user_id, year, kind, status, updated_at)
       values ($1, $2, $3, $4, now() - $5 * interval '1 day')`,
      [idOf[name], YEAR, kind, status, days],
    );
  await taxReturn('cora', 'personal', 'waiting_for_documents', 3);
  await taxReturn('adam', 'personal', 'accepted', 90);
  await taxReturn('adam', 'business', 'in_preparation', 40);
  await taxReturn('dora', 'personal', 'documents_received', 10);
  await taxReturn('dora', 'business', 'payment_due', 20);
  await taxReturn('Bela', 'business', 'rejected', 1);
  for (const [name, days] of Object.entries({ adam: 5, dora: 9 }))
    await portal.database.query(
      `select set_config('nutmeg.seal', '{"table": "tax_forms", "key": "00", "sealed": "00"}', true);
       insert into public.tax_forms (user_id, year, form_data, submitted_at)
       values ('${idOf[name]}', ${YEAR}, '{"firstName": "Ana"}', now() - interval '${days} days')`,
    );
  const count = (name: string, missing: number, total: number) =>
    sql(
      // As of a release to come, so that the server doesn't count these again.
      `insert into nutmeg.document_counts (client_id, year, missing, total, counted_by) values ($1, $2, $3, $4, '{999}')
       on conflict (client_id, year) do update
       set missing = excluded.missing, total = excluded.total, counted_by = excluded.counted_by`,
      [idOf[name], YEAR, missing, total],
    );
  await count('cora', 3, 16);
  await count('adam', 0, 4);
  await count('dora', 11, 12);
  await count('Bela', 0, 0);
  const letter = (name: string, template: string, days: number) =>
    sql(
      `insert into public.client_letters (user_id, template, sent_at) values ($1, $2, now() - $3 * interval '1 day')`,
      [idOf[name], template, days],
    );
  await letter('adam', 'document_request', 30);
  await letter('cora', 'document_request', 9);
  await letter('cora', 'form_reminder', 20);
  await letter('cora', 'message', 1);
  await letter('eve', 'message', 2);
  await sql(`insert into nutmeg.reminders (client_id, day, groups) values ($1, current_date, '[]')`, [
    idOf.dora,
  ]);
});
afterAll(() => portal?.close());

async function listed(args: object, api = admin.client): Promise<string[]> {
  const { data, error } = await api.rpc('list_clients', { list_year: YEAR, ...args }).eq('role', 'client');
  if (error) throw error;
  return (data as { first_name: string }[]).map(({ first_name }) => first_name);
}

describe('the order of the list', () => {
  test.each([
    ['name', ['adam', 'Bela', 'cora', 'dora', 'eve']],
    ['-name', ['eve', 'dora', 'cora', 'Bela', 'adam']],
    ['created', ['cora', 'adam', 'dora', 'Bela', 'eve']],
    ['-created', ['eve', 'Bela', 'dora', 'adam', 'cora']],
    // By the personal return if there is one; clients without a return come last.
    ['step', ['dora', 'cora', 'adam', 'Bela', 'eve']],
    ['-step', ['Bela', 'adam', 'cora', 'dora', 'eve']],
    // Abel before Zoe; the others newest first.
    ['preparer', ['adam', 'cora', 'eve', 'Bela', 'dora']],
    ['-preparer', ['cora', 'adam', 'eve', 'Bela', 'dora']],
    // By the arrival of the form, as “Forms to start” has them.
    ['form', ['dora', 'adam', 'eve', 'Bela', 'cora']],
    ['-form', ['adam', 'dora', 'eve', 'Bela', 'cora']],
    // By the open return that has waited longest.
    ['-waiting', ['adam', 'dora', 'cora', 'Bela', 'eve']],
    ['waiting', ['Bela', 'cora', 'dora', 'adam', 'eve']],
    // Those without a list come last.
    ['missing', ['adam', 'cora', 'dora', 'eve', 'Bela']],
    ['-missing', ['dora', 'cora', 'adam', 'eve', 'Bela']],
    // A letter that asks for nothing is no reminder.
    ['reminded', ['adam', 'cora', 'dora', 'eve', 'Bela']],
    ['-reminded', ['dora', 'cora', 'adam', 'eve', 'Bela']],
  ])('by %s', async (sort, expected) => {
    expect(await listed({ sort })).toEqual(expected);
    // Every page is a part of the whole, also where those without a value begin.
    const { data } = await admin.client.rpc('list_clients', { sort, list_year: YEAR });
    const all = (data as { user_id: string }[]).map(({ user_id }) => user_id);
    expect(all).toHaveLength(names.length + 2);
    for (let from = 0; from < all.length; from += 2) {
      const page = await admin.client
        .rpc('list_clients', { sort, list_year: YEAR }, { count: 'exact' })
        .select('user_id')
        .range(from, from + 1);
      expect((page.data as { user_id: string }[]).map(({ user_id }) => user_id)).toEqual(
        all.slice(from, from + 2),
      );
      expect(page.count).toBe(all.length);
    }
  });

  test('by the last document of the client, also when others were sent since', async () => {
    const send = async (name: string) => {
      const path = `${idOf[name]}/${name} ${Math.random()}.txt`;
      const { error } = await admin.client.storage.from('user-documents').upload(path, new Blob(['x']));
      expect(error).toBeNull();
      return path.split('/')[1];
    };
    // What the office sends is no activity of the client.
    await send('eve');
    const byClient = async (name: string, hoursAgo: number) => {
      const file = await send(name);
      await portal.database.query(
        `update public.file_uploads set uploaded_at = now() - $2 * interval '1 hour' where file_name = $1`,
        [file, hoursAgo],
      );
      await portal.database.query('update public.file_uploads set by_client = true where file_name = $1', [
        file,
      ]);
    };
    await byClient('dora', 5);
    await byClient('cora', 7);
    expect(await listed({ sort: '-activity' })).toEqual(['dora', 'cora', 'eve', 'Bela', 'adam']);
    expect(await listed({ sort: 'activity' })).toEqual(['cora', 'dora', 'eve', 'Bela', 'adam']);
    await byClient('cora', 2);
    // An older one that comes later changes nothing.
    await byClient('cora', 30);
    expect(await listed({ sort: '-activity' })).toEqual(['cora', 'dora', 'eve', 'Bela', 'adam']);
    const { data } = await admin.client.rpc('client_overviews', {
      client_ids: [idOf.cora, idOf.eve],
      list_year: YEAR,
      new_files_since: '2000-01-01',
    });
    const [cora, eve] = data as { last_upload_at: string | null }[];
    expect((Date.now() - Date.parse(cora?.last_upload_at ?? '')) / 3_600_000).toBeCloseTo(2, 0);
    expect(eve?.last_upload_at).toBeNull();
  });

  test('is refused if it is unknown', async () => {
    const { error } = await admin.client.rpc('list_clients', { sort: 'fee; drop table x' });
    expect(error).toMatchObject({ code: '22023' });
  });

  test('of the steps is that of the domain', async () => {
    const [row] = await portal.database.query<{ places: number[] }>(
      'select array(select nutmeg.step_position(s) from unnest($1::text[]) with ordinality as u (s, n) order by n) as places',
      [returnStatuses],
    );
    expect(row?.places).toEqual(returnStatuses.map((_, place) => place + 1));
  });
});

describe('the filters of the list', () => {
  test.each([
    [{ preparer: 'me' }, ['cora']],
    [{ preparer: 'none' }, ['eve', 'Bela', 'dora']],
    [{ tag: 'VIP' }, ['adam', 'cora']],
    [{ tag: 'Early' }, ['cora']],
    [{ tag: 'vip' }, []],
    [{ tag: 'VIP', preparer: 'me' }, ['cora']],
    [{ waiting_days: 2 }, ['dora', 'adam', 'cora']],
    [{ waiting_days: 15 }, ['dora', 'adam']],
    [{ waiting_days: 15, return_status: 'documents_received' }, []],
    [{ waiting_days: 15, return_status: 'payment_due' }, ['dora']],
    [{ waiting_days: 2, preparer: 'me', sort: '-waiting' }, ['cora']],
    [{ preparer: 'none', term: 'd', sort: '-waiting' }, ['dora']],
    [{ preparer: 'none', sort: 'step' }, ['dora', 'Bela', 'eve']],
    [{ tag: 'VIP', archived: true }, []],
  ] as const)('%o', async (filter, expected) => {
    expect(await listed(filter)).toEqual(expected);
    const { data: rows } = await admin.client.rpc('list_clients', { list_year: YEAR, ...filter });
    const counted = await admin.client.rpc('list_clients_count', { list_year: YEAR, ...filter });
    expect(counted.data).toBe((rows as unknown[]).length);
  });

  test('a person, or "me" for the caller', async () => {
    expect(await listed({ preparer: colleague.id })).toEqual(['adam']);
    expect(await listed({ preparer: 'me' }, colleague.client)).toEqual(['adam']);
    const { error } = await admin.client.rpc('list_clients', { preparer: 'him' });
    expect(error).toMatchObject({ code: '22P02' });
  });
});

test('the rows have the preparer, the tags, and the return that waits', async () => {
  const { data } = await admin.client.rpc('client_overviews', {
    client_ids: [idOf.dora, idOf.adam, idOf.eve],
    list_year: YEAR,
    new_files_since: '2000-01-01',
  });
  expect(data).toEqual([
    expect.objectContaining({ preparer: null, tags: [], waiting_status: 'payment_due' }),
    expect.objectContaining({ preparer: 'Abel Reyes', tags: ['VIP'], waiting_status: 'in_preparation' }),
    expect.objectContaining({ preparer: null, tags: [], waiting_status: null, waiting_since: null }),
  ]);
  expect((await admin.client.rpc('client_tags')).data).toEqual([{ tag: 'VIP' }, { tag: 'Early' }]);
});

describe('saved views', () => {
  const view = { name: 'Late', query: 'waiting=7' };

  test('are in the order of the person, and have one name each', async () => {
    const views = () => admin.client.from('saved_views');
    expect(
      (
        await views().insert([
          { ...view, position: 2 },
          { name: 'New', query: 'new=1', position: 1 },
        ])
      ).error,
    ).toBeNull();
    expect((await views().insert({ ...view, name: ' late ' })).error).toMatchObject({ code: '23505' });
    const { data } = await views().select('name, shared, columns').order('position');
    expect(data).toEqual([
      { name: 'New', shared: false, columns: null },
      { name: 'Late', shared: false, columns: null },
    ]);
    for (const wrong of [
      { name: ' ' },
      { name: 'n'.repeat(61) },
      { columns: [] },
      { columns: ['<b>'] },
      { position: -1 },
    ])
      expect((await views().insert({ ...view, name: 'Wrong', ...wrong })).error).toMatchObject({
        code: '23514',
      });
  });

  test('are at most 30 a person, also when many are saved at once', async () => {
    await portal.database.query('delete from public.saved_views');
    const saved = await Promise.all(
      Array.from({ length: 36 }, (_, n) =>
        admin.client.from('saved_views').insert({ ...view, name: `View ${n}` }),
      ),
    );
    expect(saved.filter(({ error }) => error === null)).toHaveLength(30);
    expect(saved.find(({ error }) => error)?.error?.message).toBe('A person has at most 30 views');
    expect((await colleague.client.from('saved_views').insert(view)).error).toBeNull();
  });

  test('go with their owner', async () => {
    const leaver = await createPerson(portal, { role: 'admin' });
    expect((await leaver.client.from('saved_views').insert({ ...view, shared: true })).error).toBeNull();
    await portal.database.query('delete from auth.users where id = $1', [leaver.id]);
    const { data } = await colleague.client.from('saved_views').select('owner_id').eq('owner_id', leaver.id);
    expect(data).toEqual([]);
  });
});
