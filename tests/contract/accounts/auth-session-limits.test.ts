import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuthenticator, showCode } from '#tests/support/authenticator.ts';
import { createPerson } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({
    env: {
      SESSION_HOURS: '100',
      SESSION_IDLE_HOURS: '50',
      STAFF_SESSION_HOURS: '10',
      STAFF_SESSION_IDLE_HOURS: '5',
      SECOND_FACTOR_HOURS: '8',
    },
  });
});
afterAll(() => portal?.close());

/** Moves the start, the last refresh and the second factor of the session this many hours into the past. */
const age = (userId: string, { begun = 0, idle = 0, raised = 0 }) =>
  portal.database.query(
    `update auth.sessions set created_at = now() - make_interval(hours => $2),
       refreshed_at = now() - make_interval(hours => $3), raised_at = raised_at - make_interval(hours => $4)
     where user_id = $1`,
    [userId, begun, idle, raised],
  );

describe.each([
  ['client', { begun: 99, idle: 49 }, { begun: 101 }, { idle: 51 }],
  ['admin', { begun: 9, idle: 4 }, { begun: 11 }, { idle: 6 }],
  ['super', { begun: 9, idle: 4 }, { begun: 11 }, { idle: 6 }],
] as const)('a session of a %s', (role, within, tooOld, tooIdle) => {
  test('is active within its limits', async () => {
    const { client, id } = await createPerson(portal, { role });
    await age(id, within);
    expect((await client.from('user_profiles').select('user_id').eq('user_id', id)).data).toHaveLength(1);
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  test.each([
    ['old', tooOld],
    ['idle', tooIdle],
  ])('ends when it is too %s: for the policies, for the account, and at refresh', async (_, aged) => {
    const { client, id } = await createPerson(portal, { role });
    await age(id, aged);
    const read = await client.from('user_profiles').select('user_id').eq('user_id', id);
    expect([read.status, read.error?.code]).toEqual([401, 'PGRST301']);
    const { data } = await client.auth.getSession();
    const refreshed = await client.auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    });
    expect(refreshed.error).toMatchObject({ code: 'session_expired', status: 400 });
    const left = 'select id from auth.sessions where user_id = $1';
    expect(await portal.database.query(left, [id])).toEqual([]);
  });

  test('can’t be used after it has ended', async () => {
    const { client, id } = await createPerson(portal, { role });
    await age(id, tooOld);
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });
});

test('applies the staff limits at once to a new staff member', async () => {
  const { client, id } = await createPerson(portal);
  await age(id, { begun: 20, idle: 1 });
  const ask = () => client.from('user_profiles').select('user_id').eq('user_id', id);
  expect((await ask()).status).toBe(200);
  await portal.database.query(`select public.change_role($1, 'admin', null)`, [id]);
  expect((await ask()).status).toBe(401);
});

describe('a verified second factor', () => {
  const level = async (client: Awaited<ReturnType<typeof createPerson>>['client']) =>
    (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;

  test('expires and must be verified again', async () => {
    const { client, id } = await createPerson(portal);
    const app = await addAuthenticator(client);
    const documents = () =>
      client.from('user_profiles').update({ phone: '2035550101' }).eq('user_id', id).select();
    await age(id, { raised: 7 });
    expect((await documents()).data).toHaveLength(1);
    await age(id, { raised: 2 });
    // The token still says aal2, but the database checks the session.
    expect(await level(client)).toBe('aal2');
    expect((await documents()).data).toEqual([]);
    const password = await client.auth.updateUser({ password: 'another-long-password' });
    expect(password.error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error?.code).toBe('insufficient_aal');

    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await level(client)).toBe('aal1');
    await showCode(client, app, 1);
    expect(await level(client)).toBe('aal2');
    expect((await documents()).data).toHaveLength(1);
  });

  test('expires for staff too', async () => {
    const { client, id } = await createPerson(portal, { role: 'admin' });
    await addAuthenticator(client);
    const staff = async () => (await client.rpc('is_staff')).data;
    expect(await staff()).toBe(true);
    await age(id, { begun: 9, raised: 9 });
    expect(await staff()).toBe(false);
  });
});
