import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TIME_ZONE_HEADER } from '#contract/time-zone.ts';
import { addAuthenticator } from '#tests/support/authenticator.ts';
import {
  type Client,
  createPerson,
  freshEmail,
  insertPerson,
  PASSWORD,
  visitor,
} from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { authCall } from '../support/auth-wire.ts';

let portal: TestPortal;
beforeAll(async () => {
  // A load balancer's header with the caller's location.
  portal = await startPortal({ env: { TRUST_PROXY: 'loopback' } });
});
afterAll(() => portal?.close());

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

interface Place {
  userAgent: string;
  address: string;
  /** As the page sends it; other clients don't send one. */
  timeZone?: string;
}

/** supabase-js in a browser at some place. */
function browser({ userAgent, address, timeZone }: Place) {
  return createClient(portal.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      headers: {
        'user-agent': userAgent,
        'x-forwarded-for': address,
        ...(timeZone !== undefined && { [TIME_ZONE_HEADER]: timeZone }),
      },
    },
  });
}

async function signIn(email: string, place: Place, password = PASSWORD) {
  const client = browser(place);
  const { error } = await client.auth.signInWithPassword({ email, password });
  return { client, error };
}

const HOME: Place = { userAgent: WINDOWS, address: '198.51.100.7' };
const PHONE: Place = { userAgent: IPHONE, address: '2001:db8:1::7' };

async function personAtHome() {
  const email = freshEmail();
  const id = await insertPerson(portal, { email });
  const { client } = await signIn(email, HOME);
  return { id, email, client };
}

interface SessionRow {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string;
  address: string;
  time_zone: string | null;
  aal: string;
  is_current: boolean;
}

async function sessionsOf(client: Client): Promise<SessionRow[]> {
  const { data, error } = await client.rpc('my_sessions');
  if (error) throw error;
  return data;
}

const alive = async (client: Client) => (await client.auth.getUser()).error === null;

describe('own sessions', () => {
  test('are listed with device, location and last use, newest first', async () => {
    const { client, email } = await personAtHome();
    const phone = (await signIn(email, { ...PHONE, timeZone: 'America/New_York' })).client;
    await createPerson(portal);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(await sessionsOf(client)).toEqual([
      {
        id: expect.any(String),
        created_at: moment,
        last_used_at: moment,
        user_agent: IPHONE,
        address: '2001:db8:1::7',
        time_zone: 'America/New_York',
        aal: 'aal1',
        is_current: false,
      },
      expect.objectContaining({
        user_agent: WINDOWS,
        address: '198.51.100.7',
        time_zone: null,
        is_current: true,
      }),
    ]);
    expect((await sessionsOf(phone)).map(({ is_current: own }) => own)).toEqual([true, false]);
  });

  test('show the last location and the second factor', async () => {
    const { client, email } = await personAtHome();
    const { data } = await client.auth.getSession();
    const before = (await sessionsOf(client))[0];
    const moved = browser({ userAgent: `${WINDOWS} Edg/143.0.0.0`, address: '203.0.113.9' });
    await moved.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    const [after] = await sessionsOf(moved);
    expect(after).toMatchObject({
      id: before?.id,
      created_at: before?.created_at,
      user_agent: `${WINDOWS} Edg/143.0.0.0`,
      address: '203.0.113.9',
    });
    expect(Date.parse(after?.last_used_at ?? '')).toBeGreaterThan(Date.parse(before?.last_used_at ?? ''));
    await addAuthenticator(moved);
    const phone = (await signIn(email, PHONE)).client;
    expect((await sessionsOf(moved)).map(({ aal }) => aal).sort()).toEqual(['aal1', 'aal2']);
    expect(await sessionsOf(phone)).toEqual([]);
  });

  test.each(['Mars/Olympus', '<b>here</b>', 'x'.repeat(5000)])(
    'ignores an invalid time zone: %s',
    async (timeZone) => {
      const { email } = await personAtHome();
      const { client, error } = await signIn(email, { ...PHONE, timeZone });
      expect(error).toBeNull();
      expect((await sessionsOf(client)).map(({ time_zone: zone }) => zone)).toEqual([null, null]);
    },
  );

  test('can be ended one by one', async () => {
    const { client, email, id } = await personAtHome();
    const [phone, tablet] = [(await signIn(email, PHONE)).client, (await signIn(email, PHONE)).client];
    const lost = (await sessionsOf(phone)).find(({ is_current: own }) => own);
    const { error, status } = await client.rpc('end_my_session', { session_id: lost?.id });
    expect([error, status]).toEqual([null, 204]);
    expect([await alive(client), await alive(phone), await alive(tablet)]).toEqual([true, false, true]);
    expect((await phone.auth.refreshSession()).error?.name).toBe('AuthSessionMissingError');
    expect(await sessionsOf(client)).toHaveLength(2);
    const recorded = `select actor_id, details from public.audit_log where subject_id = $1 and action = 'auth.session_ended'`;
    expect(await portal.database.query(recorded, [id])).toEqual([{ actor_id: id, details: {} }]);
    const own = (await sessionsOf(client)).find(({ is_current: current }) => current);
    expect((await client.rpc('end_my_session', { session_id: own?.id })).error).toBeNull();
    expect((await client.rpc('my_sessions')).error?.code).toBe('PGRST301');
  });

  test('are not visible to others', async () => {
    const { client } = await personAtHome();
    const other = await personAtHome();
    const theirs = (await sessionsOf(other.client))[0]?.id;
    expect((await sessionsOf(client)).map(({ id }) => id)).not.toContain(theirs);
    for (const session_id of [theirs, randomUUID()]) {
      const { error, status } = await client.rpc('end_my_session', { session_id });
      expect([status, error?.code, error?.message]).toEqual([400, 'P0002', 'No such session']);
    }
    expect(await alive(other.client)).toBe(true);
    const { error, status } = await visitor(portal).rpc('my_sessions');
    expect([status, error?.code]).toEqual([401, '42501']);
  });

  test('end after a password change, except the current one', async () => {
    const { client, email } = await personAtHome();
    const phone = (await signIn(email, PHONE)).client;
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull();
    expect((await sessionsOf(client)).map(({ is_current: own }) => own)).toEqual([true]);
    expect(await alive(phone)).toBe(false);
  });
});

describe('a sign-in from a new location', () => {
  const SUBJECT = 'New login to your account';
  const told = async (email: string) => {
    const sent = `select count(*)::int as count from public.email_queue where to_email = $1 and email_type = 'new_sign_in'`;
    return (await portal.database.query<{ count: number }>(sent, [email]))[0]?.count;
  };

  test('sends a mail once', async () => {
    const { email } = await personAtHome();
    expect(await told(email)).toBe(0);
    await signIn(email, { ...HOME, address: '198.51.7.200' });
    await signIn(email, { ...HOME, userAgent: WINDOWS.replaceAll('143', '144') });
    expect(await told(email)).toBe(0);
    await signIn(email, PHONE);
    const mail = await portal.mailTo(email, ({ subject }) => subject === SUBJECT);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Safari on iPhone');
      expect(part).toContain('2001:db8:1::7');
    }
    await signIn(email, PHONE);
    expect(await told(email)).toBe(1);
    await signIn(email, { ...HOME, address: '203.0.113.7' });
    expect(await told(email)).toBe(2);
  });

  test('sends no mail for a recognized device', async () => {
    const { email } = await personAtHome();
    const signInWith = async (place: Place, cookie: string) => {
      const answer = await fetch(`${portal.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'user-agent': place.userAgent, 'x-forwarded-for': place.address, cookie },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      expect(answer.status).toBe(200);
      return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const cookie = await signInWith(PHONE, '');
    expect(await told(email)).toBe(1);
    await signInWith({ ...PHONE, address: '203.0.113.7' }, cookie);
    expect(await told(email)).toBe(1);
    const forged = cookie.replace(
      /(.)(.{9})$/,
      (_all, letter, rest) => `${letter === 'A' ? 'B' : 'A'}${rest}`,
    );
    await signInWith({ ...PHONE, address: '192.0.2.7' }, forged);
    expect(await told(email)).toBe(2);
  });

  test('sends no mail for a wrong password or a refresh', async () => {
    const { email, client } = await personAtHome();
    expect((await signIn(email, PHONE, 'a-wrong-guess')).error?.code).toBe('invalid_credentials');
    const { data } = await client.auth.getSession();
    await browser(PHONE).auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    expect(await told(email)).toBe(0);
  });

  test('stores neither address nor browser', async () => {
    const { email, id } = await personAtHome();
    await signIn(email, PHONE);
    const [dump] = await portal.database.query<{ text: string }>(
      `select string_agg(encode(place_hash, 'escape'), ' ') as text from auth.sign_in_places where user_id = $1`,
      [id],
    );
    expect(dump?.text).not.toMatch(/198\.51\.7|Chrome|2001:db8/);
  });
});

test('reports a session that ends during a request', async () => {
  const { client } = await personAtHome();
  const bearer = (await client.auth.getSession()).data.session?.access_token ?? '';
  const [own] = await sessionsOf(client);
  await client.rpc('end_my_session', { session_id: own?.id });
  expect(await authCall(portal, 'user', { method: 'GET', bearer })).toMatchObject({
    status: 403,
    body: { code: 'session_not_found' },
  });
});
