import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person, visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { rest, service } from '../support/rest-call.ts';
import { createRestTables, resetRestTables } from '../support/rest-tables.ts';

const portal = portalForFile('rest');
let ada: Person;
let grace: Person;
let staff: Person;
beforeAll(async () => {
  await createRestTables(portal);
  ada = await createPerson(portal);
  grace = await createPerson(portal);
  staff = await createPerson(portal, { role: 'super' });
});
beforeEach(() => resetRestTables(portal));

const owned = 'id,owner,text,public';

describe('row level security', () => {
  test('visitors see public rows and can insert without select', async () => {
    const db = visitor(portal);
    expect((await db.from('notes').select('text')).data).toEqual([{ text: 'for all' }]);
    expect(await db.from('notes').insert({ owner: null, text: 'hello' })).toMatchObject({
      status: 201,
      error: null,
    });
    expect(await db.from('notes').insert({ owner: null, text: 'hello' }).select('text')).toMatchObject({
      status: 401,
      error: { code: '42501', message: 'new row violates row-level security policy for table "notes"' },
    });
    expect(await db.from('notes').insert({ owner: ada.id, text: 'hello' })).toMatchObject({ status: 401 });
    expect(await db.from('notes').delete().gt('id', 0)).toMatchObject({
      status: 401,
      error: { code: '42501', message: 'permission denied for table notes' },
    });
  });

  test('users see only their own rows', async () => {
    const { data, error } = await ada.client.from('notes').insert({ text: 'mine' }).select(owned).single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ owner: ada.id, text: 'mine' });
    const theirs = grace.client.from('notes');
    expect((await theirs.select(owned)).data).toEqual([]);
    expect((await theirs.update({ text: 'stolen' }).eq('id', data?.id).select('id')).data).toEqual([]);
    expect((await theirs.delete({ count: 'exact' }).eq('id', data?.id)).count).toBe(0);
    expect(await theirs.insert({ owner: ada.id, text: 'planted' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    expect((await ada.client.from('notes').select('text')).data).toEqual([{ text: 'mine' }]);
  });

  test('a column without a grant can’t be read', async () => {
    for (const query of [
      'select=secret',
      'secret=eq.s',
      'order=secret',
      'or=(secret.eq.s)',
      'select=x:secret::text',
    ]) {
      expect(await rest(portal, `/notes?${query}`, { key: PUBLISHABLE_KEY }), query).toMatchObject({
        status: 401,
        json: { code: '42501', message: 'permission denied for table notes' },
      });
    }
    expect(await ada.client.from('notes').insert({ text: 'x' }).select('secret')).toMatchObject({
      status: 403,
    });
    expect(await ada.client.from('notes').update({ secret: 'x' }).gt('id', 0)).toMatchObject({ status: 403 });
  });

  test('a count only includes visible rows', async () => {
    const { count } = await visitor(portal).from('notes').select('id', { head: true, count: 'exact' });
    expect(count).toBe(1);
  });
});

describe("the product's tables", () => {
  test('clients see their own profile', async () => {
    const { data } = await ada.client.from('user_profiles').select('*').single();
    expect(data).toMatchObject({ user_id: ada.id, email: ada.email, role: 'client' });
    const change = await ada.client
      .from('user_profiles')
      .update({ first_name: 'Ada', last_name: 'Lovelace' })
      .eq('user_id', ada.id)
      .select('first_name')
      .single();
    expect(change.data).toEqual({ first_name: 'Ada' });
    expect(
      await ada.client.from('user_profiles').update({ role: 'super' }).eq('user_id', ada.id),
    ).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
  });

  test('staff see all profiles, with count and pages', async () => {
    const { data, count } = await staff.client
      .from('user_profiles')
      .select('user_id', { count: 'exact' })
      .order('created_at', { ascending: false })
      .range(0, 1);
    expect(data).toHaveLength(2);
    const [all] = await portal.database.query('select count(*)::int as count from public.user_profiles');
    expect(all).toEqual({ count });
  });

  test('only super users can change roles', async () => {
    const change = { target_user_id: grace.id, new_role: 'admin' };
    expect(await ada.client.rpc('set_user_role', change)).toMatchObject({
      status: 403,
      error: { code: '42501', message: 'Only a super user may change roles' },
    });
    expect(await visitor(portal).rpc('set_user_role', change)).toMatchObject({
      status: 401,
      error: { code: '42501', message: 'permission denied for function set_user_role' },
    });
    expect(await staff.client.rpc('set_user_role', change)).toMatchObject({ status: 204, error: null });
    expect((await grace.client.rpc('is_staff')).data).toBe(true);
  });

  test('are not visible to visitors', async () => {
    for (const table of ['user_profiles', 'file_uploads', 'audit_log', 'email_queue']) {
      expect(await rest(portal, `/${table}`, { key: PUBLISHABLE_KEY }), table).toMatchObject({
        status: 401,
        json: { code: '42501' },
      });
    }
  });
});

test('rejects an ended session', async () => {
  const gone = await createPerson(portal);
  const { data } = await gone.client.auth.getSession();
  const token = data.session?.access_token ?? '';
  expect((await rest(portal, '/user_profiles?select=role', { key: token })).json).toEqual([
    { role: 'client' },
  ]);
  await gone.client.auth.signOut();
  expect(await rest(portal, '/user_profiles?select=role', { key: token })).toMatchObject({
    status: 401,
    json: { code: 'PGRST301', message: 'Session from session_id claim in JWT does not exist' },
  });
});

test('reloads the schema after a notification', async () => {
  const db = service(portal);
  await portal.database.query(`
    create table public.later (id int primary key);
    grant select on public.later to service_role;
    notify pgrst, 'reload schema';
  `);
  await expect.poll(async () => (await db.from('later').select()).status, { timeout: 10_000 }).toBe(200);
  await portal.database.query(`drop table public.later; notify pgrst, 'reload schema';`);
  await expect
    .poll(async () => (await db.from('later').select()).error?.code, { timeout: 10_000 })
    .toBe('PGRST205');
});
