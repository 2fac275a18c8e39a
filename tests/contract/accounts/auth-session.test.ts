import { hash } from '@node-rs/bcrypt';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { addAuthenticator, codeOf, enroll } from '#tests/support/authenticator.ts';
import { type Client, createPerson, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { eventually, portalForFile } from '#tests/support/server/portal.ts';
import { authCall } from '../support/auth-wire.ts';
import { afterBackgroundTask } from '../support/mail-requests.ts';

const portal = portalForFile();
const refresh = (token: string) =>
  authCall(portal, 'token?grant_type=refresh_token', { body: { refresh_token: token } });

async function tokensOf(client: Client): Promise<{ access: string; refresh: string }> {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error('no one is signed in');
  return { access: session.access_token, refresh: session.refresh_token };
}

const alive = async (client: Client) => (await client.auth.getUser()).error === null;

/** The same person on another device. */
async function signInAgain({ email }: Person): Promise<Client> {
  const client = visitor(portal);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

describe('signing in', () => {
  test('returns tokens that the published keys verify', async () => {
    const { client, id, email } = await createPerson(portal, { role: 'admin' });
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    const { session } = (await client.auth.getSession()).data;
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(data?.claims).toMatchObject({
      iss: `${portal.url}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { first_name: 'Maria', last_name: 'Lopez' },
      amr: [{ method: 'password' }],
      user_role: 'admin',
    });
    const { iat = 0, exp = 0 } = data?.claims ?? {};
    expect(exp - iat).toBe(3600);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, expires_at: exp });
    const published = await authCall(portal, '.well-known/jwks.json', { method: 'GET' });
    expect(JSON.stringify(published.body)).not.toContain('"d"');
  });

  test('accepts the address in any case and with spaces', async () => {
    const { email } = await createPerson(portal);
    const { error } = await visitor(portal).auth.signInWithPassword({
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(error).toBeNull();
  });

  test('verifies an imported hash and replaces it', async () => {
    const { id, email } = await createPerson(portal);
    await portal.database.query('update auth.users set encrypted_password = $2 where id = $1', [
      id,
      await hash('from-the-old-site', { cost: 4 }),
    ]);
    const signIn = (password: string) => visitor(portal).auth.signInWithPassword({ email, password });
    expect((await signIn('from-the-new-site')).error?.code).toBe('invalid_credentials');
    expect((await signIn('from-the-old-site')).error).toBeNull();
    const [row] = await portal.database.query<{ encrypted_password: string }>(
      'select encrypted_password from auth.users where id = $1',
      [id],
    );
    expect(row?.encrypted_password).toMatch(/^\$argon2id\$/);
    expect((await signIn('from-the-old-site')).error).toBeNull();
  });

  describe('opens nothing if, after the comparison,', () => {
    test.each([
      [
        'the password was changed',
        `update auth.users set encrypted_password = 'x' where id = $1`,
        'invalid_credentials',
      ],
      [
        'the person was deactivated',
        `update auth.users set banned_until = 'infinity' where id = $1`,
        'user_banned',
      ],
      ['the person was deleted', 'delete from auth.users where id = $1', 'invalid_credentials'],
    ])('%s', async (_what, change, code) => {
      const { id, email } = await createPerson(portal);
      await signInAgain({ email } as Person);
      const written = () =>
        portal.database.query(
          `select (select count(*) from auth.sessions where user_id = $1) as sessions,
             (select count(*) from public.audit_log where subject_id = $1 and action = 'auth.signed_in') as entries`,
          [id],
        );
      const before = await written();
      const changing = new pg.Client({ connectionString: portal.database.url });
      await changing.connect();
      try {
        const { rows } = await changing.query<{ pid: number }>('select pg_backend_pid() as pid');
        await changing.query('begin');
        await changing.query(change, [id]);
        const signingIn = visitor(portal).auth.signInWithPassword({ email, password: PASSWORD });
        const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
        await eventually(async () => (await portal.database.query(waiting, [rows[0]?.pid])).length > 0);
        await changing.query('commit');
        expect((await signingIn).error?.code).toBe(code);
      } finally {
        await changing.end();
      }
      if (!change.startsWith('delete')) expect(await written()).toEqual(before);
    });
  });

  test('stores only hashes of secrets', async () => {
    const { client } = await createPerson(portal);
    const tokens = await tokensOf(client);
    const [dump] = await portal.database.query<{ text: string }>(
      `select string_agg(t::text, ' ') as text from auth.refresh_tokens t`,
    );
    expect(dump?.text).not.toContain(tokens.refresh);
    expect(dump?.text).not.toContain(Buffer.from(tokens.refresh).toString('hex'));
  });
});

describe('staying signed in', () => {
  test('refreshSession returns new tokens of the same session', async () => {
    const { client, id } = await createPerson(portal);
    const before = await tokensOf(client);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(data.session?.refresh_token).not.toBe(before.refresh);
    const [old, now] = await Promise.all([client.auth.getClaims(before.access), client.auth.getClaims()]);
    expect(now.data?.claims.session_id).toBe(old.data?.claims.session_id);
    expect(await alive(client)).toBe(true);
  });

  test('setSession continues with the tokens of another page', async () => {
    const { client, id } = await createPerson(portal);
    const { access, refresh } = await tokensOf(client);
    const other = visitor(portal);
    const { data, error } = await other.auth.setSession({ access_token: access, refresh_token: refresh });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(await alive(other)).toBe(true);
  });

  test('two concurrent refreshes return the same successor', async () => {
    const { client } = await createPerson(portal);
    const { refresh: token } = await tokensOf(client);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const successors = new Set(answers.map(({ body }) => String(body.refresh_token)));
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    expect((await refresh(successor)).status).toBe(200);
  });

  test('a token that is two steps behind returns the newest one within the grace period', async () => {
    const { client } = await createPerson(portal);
    const { refresh: first } = await tokensOf(client);
    const second = String((await refresh(first)).body.refresh_token);
    const third = String((await refresh(second)).body.refresh_token);
    expect((await refresh(first)).body.refresh_token).toBe(third);
    expect((await refresh(third)).status).toBe(200);
  });

  const passGrace = () =>
    portal.database.query(
      `update auth.refresh_tokens set used_at = used_at - interval '30 days' where used_at is not null`,
    );

  test('a renewal whose answer is lost gives the same successor, however late it is repeated', async () => {
    const { client } = await createPerson(portal);
    const { refresh: token } = await tokensOf(client);
    const lost = String((await refresh(token)).body.refresh_token);
    for (let attempt = 0; attempt < 3; attempt++) {
      await passGrace();
      expect(await refresh(token)).toMatchObject({ status: 200, body: { refresh_token: lost } });
    }
    expect((await refresh(lost)).status).toBe(200);
  });

  test('a token of before the second step gets none of after it', async () => {
    const { client } = await createPerson(portal);
    const { access, refresh: token } = await tokensOf(client);
    await refresh(token);
    const { factorId, secret } = await enroll(client);
    const { body: challenge } = await authCall(portal, `factors/${factorId}/challenge`, { bearer: access });
    const verified = await authCall(portal, `factors/${factorId}/verify`, {
      bearer: access,
      body: { challenge_id: challenge.id, code: codeOf(secret) },
    });
    expect(verified.status).toBe(200);
    // Another tab may just be renewing. It tries again, and then has what the first one has stored.
    expect(await refresh(token)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    const raised = String(verified.body.refresh_token);
    const next = (await refresh(raised)).body.refresh_token;
    await passGrace();
    expect(await refresh(raised)).toMatchObject({ status: 200, body: { refresh_token: next } });
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used' },
    });
  });

  test('a token of before the second step gets none of after it from a server of the release before', async () => {
    const { client, id } = await createPerson(portal);
    const { refresh: token } = await tokensOf(client);
    await addAuthenticator(client);
    await portal.database.query(
      `update auth.refresh_tokens next set parent_id = used.id
       from auth.refresh_tokens used join auth.sessions s on s.id = used.session_id
       where s.user_id = $1 and next.session_id = s.id and used.used_at is not null and next.used_at is null`,
      [id],
    );
    await passGrace();
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used' },
    });
  });

  test('reuse after the successor was used ends the session', async () => {
    const person = await createPerson(portal);
    const elsewhere = await signInAgain(person);
    const { refresh: stolen, access } = await tokensOf(person.client);
    const first = await refresh(stolen);
    const next = await refresh(String(first.body.refresh_token));
    expect(next.status).toBe(200);
    await passGrace();
    expect(await refresh(stolen)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    });
    expect(await refresh(String(next.body.refresh_token))).toMatchObject({
      status: 400,
      body: {
        code: 'refresh_token_not_found',
        message: 'Invalid Refresh Token: Refresh Token Not Found',
      },
    });
    for (const bearer of [access, String(next.body.access_token)]) {
      expect(await authCall(portal, 'user', { method: 'GET', bearer })).toMatchObject({
        status: 403,
        body: { code: 'session_not_found' },
      });
    }
    expect(await alive(elsewhere)).toBe(true);
    const seen = `select from public.audit_log where subject_id = $1 and action = 'auth.refresh_token_reused'`;
    expect(await portal.database.query(seen, [person.id])).toHaveLength(1);
  });

  test('sessions survive a restart of the server', { tags: ['faults-operate'] }, async () => {
    const { client } = await createPerson(portal);
    await portal.killAndRestart();
    expect(await alive(client)).toBe(true);
    expect((await client.auth.refreshSession()).error).toBeNull();
  });
});

describe('signing out', () => {
  async function threeDevices() {
    const person = await createPerson(portal);
    const stranger = await createPerson(portal);
    const devices = [person.client, await signInAgain(person), await signInAgain(person)] as const;
    const tokens = await Promise.all(devices.map(tokensOf));
    const living = async () => {
      const answers = await Promise.all(
        tokens.map(({ access }) => authCall(portal, 'user', { method: 'GET', bearer: access })),
      );
      expect(await alive(stranger.client)).toBe(true);
      return answers.map(({ status }) => status === 200);
    };
    return { devices, tokens, living, id: person.id };
  }

  test('global, the default, ends all sessions', async () => {
    const { devices, tokens, living, id } = await threeDevices();
    expect((await devices[0].auth.signOut()).error).toBeNull();
    expect(await living()).toEqual([false, false, false]);
    expect((await refresh(tokens[1]?.refresh ?? '')).body.code).toBe('refresh_token_not_found');
    const recorded = `select details from public.audit_log where subject_id = $1 and action = 'auth.signed_out'`;
    expect(await portal.database.query(recorded, [id])).toEqual([{ details: { scope: 'global' } }]);
  });

  test('local ends this session', async () => {
    const { devices, living } = await threeDevices();
    await devices[0].auth.signOut({ scope: 'local' });
    expect(await living()).toEqual([false, true, true]);
  });

  test('others ends the other sessions', async () => {
    const { devices, living } = await threeDevices();
    await devices[0].auth.signOut({ scope: 'others' });
    expect(await living()).toEqual([true, false, false]);
  });

  test('answers 204 without a body', async () => {
    const { client } = await createPerson(portal);
    const { access } = await tokensOf(client);
    const answer = await authCall(portal, 'logout?scope=local', { bearer: access });
    expect([answer.status, answer.body]).toEqual([204, {}]);
  });
});

// An import writes "infinity".
test.each(['tomorrow', 'infinity'])('a user who is banned until %s can’t sign in', async (until) => {
  const { client, id, email } = await createPerson(portal);
  const { refresh: token } = await tokensOf(client);
  await portal.database.query('update auth.users set banned_until = $2::timestamptz where id = $1', [
    id,
    until,
  ]);
  expect((await refresh(token)).body.code).toBe('user_banned');
  const signIn = () => visitor(portal).auth.signInWithPassword({ email, password: PASSWORD });
  expect((await signIn()).error?.code).toBe('user_banned');
  await afterBackgroundTask(portal, id, () => visitor(portal).auth.resetPasswordForEmail(email));
  const queued = 'select from public.email_queue where to_email = $1';
  expect(await portal.database.query(queued, [email])).toEqual([]);
  await portal.database.query('update auth.users set banned_until = now() where id = $1', [id]);
  expect((await signIn()).error).toBeNull();
});

test('a deleted user is signed out', async () => {
  const { client, id } = await createPerson(portal);
  const { access, refresh: token } = await tokensOf(client);
  await portal.database.query('delete from auth.users where id = $1', [id]);
  expect((await authCall(portal, 'user', { method: 'GET', bearer: access })).body.code).toBe(
    'session_not_found',
  );
  expect((await refresh(token)).body.code).toBe('refresh_token_not_found');
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
});
