import { describe, expect, test } from 'vitest';
import {
  createPerson,
  freshEmail,
  memoryStorage,
  PASSWORD,
  type Person,
  visitor,
} from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { authCall, codeIn, follow, fragmentOf, linkIn, tokenIn } from '../support/auth-wire.ts';
import { afterBackgroundTask } from '../support/mail-requests.ts';

const EXPIRED = 'Email link is invalid or has expired';

const portal = portalForFile();
async function askForReset(redirectTo?: string) {
  const person = await createPerson(portal);
  const { error } = await visitor(portal).auth.resetPasswordForEmail(
    person.email,
    redirectTo === undefined ? {} : { redirectTo },
  );
  if (error) throw error;
  return { ...person, mail: await portal.mailTo(person.email) };
}

describe('password recovery', () => {
  test('sets a new password after the link and ends all other sessions', async () => {
    const { email, mail, client: elsewhere } = await askForReset();
    const page = await follow(linkIn(mail));
    expect(page.pathname).toBe('/reset-password');
    const { access_token = '', refresh_token = '', type } = fragmentOf(page);
    expect(type).toBe('recovery');

    const client = visitor(portal);
    await client.auth.setSession({ access_token, refresh_token });
    expect((await client.auth.updateUser({ password: 'a-new-password' })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');

    const { error: old } = await visitor(portal).auth.signInWithPassword({ email, password: PASSWORD });
    expect(old?.code).toBe('invalid_credentials');
    const signIn = await visitor(portal).auth.signInWithPassword({ email, password: 'a-new-password' });
    expect(signIn.error).toBeNull();
    const told = await portal.mailTo(email, (sent) => sent.subject === 'Your password was changed');
    expect(told.text).not.toContain('a-new-password');
  });

  test('works with the code and with the token hash', async () => {
    const one = await askForReset();
    const byCode = await visitor(portal).auth.verifyOtp({
      type: 'recovery',
      email: one.email,
      token: codeIn(one.mail),
    });
    expect(byCode.data.user?.id).toBe(one.id);
    const two = await askForReset();
    const byToken = await visitor(portal).auth.verifyOtp({
      type: 'recovery',
      token_hash: tokenIn(two.mail),
    });
    expect(byToken.data.user?.id).toBe(two.id);
  });

  test('gives unknown addresses the same response', async () => {
    const email = freshEmail();
    const asked = await afterBackgroundTask(portal, null, () =>
      authCall(portal, 'recover', { body: { email } }),
    );
    expect(asked).toMatchObject({ status: 200, body: {} });
    expect(
      await portal.database.query('select from public.email_queue where to_email = $1', [email]),
    ).toEqual([]);
  });

  test('confirms the address, but not the password of the sign-up', async () => {
    const email = freshEmail();
    const squatter = visitor(portal);
    await squatter.auth.signUp({ email, password: 'of-somebody-else' });
    const isReset = (mail: { subject?: string | undefined }) => mail.subject === 'Choose a new password';
    await visitor(portal).auth.resetPasswordForEmail(email);
    const mail = await portal.mailTo(email, isReset);
    const owner = visitor(portal);
    const { data } = await owner.auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(mail) });
    expect(data.user?.email_confirmed_at).toBeDefined();
    const signIn = await squatter.auth.signInWithPassword({ email, password: 'of-somebody-else' });
    expect(signIn.error?.code).toBe('invalid_credentials');
  });
});

describe('magic link', () => {
  test('signs in with link, code and token hash', async () => {
    const { id, email } = await createPerson(portal);
    const client = visitor(portal);
    const shouldCreateUser = false;
    expect((await client.auth.signInWithOtp({ email, options: { shouldCreateUser } })).error).toBeNull();
    const first = await portal.mailTo(email);
    const page = await follow(linkIn(first));
    expect([page.pathname, fragmentOf(page).type]).toEqual(['/open-link', 'magiclink']);

    await client.auth.signInWithOtp({ email });
    const second = await portal.mailTo(email, (mail) => tokenIn(mail) !== tokenIn(first));
    const byCode = await client.auth.verifyOtp({ type: 'email', email, token: codeIn(second) });
    expect(byCode.data.user?.id).toBe(id);
    expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }]);
  });

  test('does not create an account', async () => {
    for (const shouldCreateUser of [true, false]) {
      const email = freshEmail();
      const { error } = await visitor(portal).auth.signInWithOtp({ email, options: { shouldCreateUser } });
      expect(error).toBeNull();
      expect(await portal.database.query('select from auth.users where email = $1', [email])).toEqual([]);
    }
  });

  test('works only in the requesting browser with PKCE', async () => {
    const { id, email } = await createPerson(portal);
    const client = visitor(portal, { flowType: 'pkce', storage: memoryStorage() });
    await client.auth.signInWithOtp({ email });
    const page = await follow(linkIn(await portal.mailTo(email)));
    const { data } = await client.auth.exchangeCodeForSession(page.searchParams.get('code') ?? '');
    expect(data.user?.id).toBe(id);
  });
});

/** Presses a link that was asked for with PKCE. Returns who may exchange its code, which nothing has done yet. */
async function pressLink(email: string) {
  const client = visitor(portal, { flowType: 'pkce', storage: memoryStorage() });
  await client.auth.signInWithOtp({ email });
  const page = await follow(linkIn(await portal.mailTo(email)));
  return async () =>
    (await client.auth.exchangeCodeForSession(page.searchParams.get('code') ?? '')).error?.code;
}

test.each([
  [
    'a new password',
    async ({ client }: Person) => void (await client.auth.updateUser({ password: 'a-new-password' })),
  ],
  [
    'a deactivation',
    async ({ id }: Person) => {
      const { client } = await createPerson(portal, { role: 'super' });
      for (const active of [false, true])
        await client.rpc('set_account_active', { target_user_id: id, active }).throwOnError();
    },
  ],
  [
    'the end of all sessions',
    async ({ id }: Person) => {
      const { client } = await createPerson(portal, { role: 'super' });
      await client.rpc('end_sessions_of', { target_user_id: id }).throwOnError();
    },
  ],
])('the auth code of a PKCE link is gone after %s', async (_, end) => {
  const person = await createPerson(portal);
  const exchange = await pressLink(person.email);
  await end(person);
  expect(await exchange()).toBe('flow_state_not_found');
});

test('the auth code of a PKCE link is valid for five minutes', async () => {
  const { email, id } = await createPerson(portal);
  const client = visitor(portal, { flowType: 'pkce', storage: memoryStorage() });
  await client.auth.signInWithOtp({ email });
  const page = await follow(linkIn(await portal.mailTo(email)));
  await portal.database.query(
    `update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds' where user_id = $1`,
    [id],
  );
  const { error } = await client.auth.exchangeCodeForSession(page.searchParams.get('code') ?? '');
  expect(error).toMatchObject({ code: 'flow_state_expired', status: 403 });
});

describe('links', () => {
  test('work once, even for concurrent requests', async () => {
    const { mail } = await askForReset();
    const pages = await Promise.all([1, 2, 3, 4].map(() => follow(linkIn(mail))));
    const opened = pages.map(fragmentOf).filter((found) => found.access_token);
    expect(opened).toHaveLength(1);
    const refused = pages.map(fragmentOf).filter((found) => found.error);
    expect(refused).toEqual(
      Array.from({ length: 3 }, () => ({
        error: 'access_denied',
        error_code: 'otp_expired',
        error_description: EXPIRED,
      })),
    );
  });

  test('are valid for one hour', async () => {
    const { mail, email, id } = await askForReset();
    const age = (minutes: number) =>
      portal.database.query(
        'update auth.one_time_tokens set expires_at = created_at + $2::interval - $3::interval where user_id = $1',
        [id, '1 hour', `${minutes} minutes`],
      );
    const [row] = await portal.database.query<{ left: number }>(
      'select extract(epoch from expires_at - created_at)::int as left from auth.one_time_tokens where user_id = $1',
      [id],
    );
    expect(row?.left).toBe(3600);
    await age(61);
    expect(fragmentOf(await follow(linkIn(mail)))).toMatchObject({ error_code: 'otp_expired' });
    const byCode = { type: 'recovery', email, token: codeIn(mail) } as const;
    expect((await visitor(portal).auth.verifyOtp(byCode)).error?.code).toBe('otp_expired');
    await age(0);
    expect((await visitor(portal).auth.verifyOtp(byCode)).error).toBeNull();
  });

  test('only work for their type', async () => {
    const { mail } = await askForReset();
    for (const type of ['signup', 'magiclink', 'email_change', 'invite'] as const) {
      const { error } = await visitor(portal).auth.verifyOtp({ type, token_hash: tokenIn(mail) });
      expect(error).toMatchObject({ code: 'otp_expired', status: 403, message: EXPIRED });
    }
    const { error } = await visitor(portal).auth.verifyOtp({ type: 'email', token_hash: tokenIn(mail) });
    expect(error).toBeNull();
  });

  test('with PKCE have the error in the query too', async () => {
    const page = await follow(new URL(`${portal.url}/#token_hash=pkce_gone&type=signup`));
    const facts = { error: 'access_denied', error_code: 'otp_expired', error_description: EXPIRED };
    expect(Object.fromEntries(page.searchParams)).toEqual(facts);
    expect(fragmentOf(page)).toEqual(facts);
  });

  test.each([
    ['https://evil.example/reset-password'],
    ['//evil.example'],
    ['javascript:alert(1)'],
    ['https://127.0.0.1:1/'],
  ])('never redirect to %s', async (elsewhere) => {
    const { mail } = await askForReset(elsewhere);
    const link = linkIn(mail);
    const secret = fragmentOf(link);
    expect(secret.redirect_to).toBe(`${portal.url}/`);
    link.hash = new URLSearchParams({ ...secret, redirect_to: elsewhere }).toString();
    const page = await follow(link);
    expect(page.origin + page.pathname).toBe(`${portal.url}/`);
  });

  test('redirect to the requested page', async () => {
    const { mail } = await askForReset(`${portal.url}/account?tab=security`);
    const page = await follow(linkIn(mail));
    expect(page.pathname + page.search).toBe('/account?tab=security');
  });
});

describe('codes', () => {
  test('allow five wrong attempts; the link still works', async () => {
    const { email, mail } = await askForReset();
    const right = codeIn(mail);
    const guess = (token: string) => visitor(portal).auth.verifyOtp({ type: 'recovery', email, token });
    for (let n = 1; n <= 5; n++) {
      const wrong = String((Number(right) + n) % 1_000_000).padStart(6, '0');
      expect((await guess(wrong)).error).toMatchObject({
        code: 'otp_expired',
        status: 403,
        message: 'Token has expired or is invalid',
      });
    }
    expect((await guess(right)).error?.code).toBe('otp_expired');
    expect(fragmentOf(await follow(linkIn(mail)))).toMatchObject({ type: 'recovery' });
  });

  test('count concurrent attempts', async () => {
    const { email, mail, id } = await askForReset();
    const right = codeIn(mail);
    const wrong = Array.from({ length: 12 }, (_, n) =>
      String((Number(right) + n + 1) % 100_000_000).padStart(8, '0'),
    );
    await Promise.all(
      wrong.map((token) => visitor(portal).auth.verifyOtp({ type: 'recovery', email, token })),
    );
    expect(
      await portal.database.query(
        `select a.who, a.attempts from auth.code_attempts a join auth.one_time_tokens t on t.id = a.token_id
         where t.user_id = $1`,
        [id],
      ),
    ).toEqual([{ who: 'network', attempts: 5 }]);
  });

  test('don’t work for another account', async () => {
    const one = await askForReset();
    const two = await askForReset();
    const { error } = await visitor(portal).auth.verifyOtp({
      type: 'recovery',
      email: two.email,
      token: codeIn(one.mail),
    });
    expect(error?.code).toBe('otp_expired');
  });
});
