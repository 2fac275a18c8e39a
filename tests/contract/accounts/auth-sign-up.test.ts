import type { Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { createPerson, freshEmail, memoryStorage, PASSWORD, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { authCall, codeIn, follow, fragmentOf, linkIn, tokenIn } from '../support/auth-wire.ts';
import { afterBackgroundTask } from '../support/mail-requests.ts';

const portal = portalForFile();
/** Signs up and waits for the mail. */
async function signUp(email = freshEmail(), data: Record<string, unknown> = { first_name: 'Ana' }) {
  const client = visitor(portal);
  const { data: answer, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data } });
  if (error) throw error;
  return { client, email, user: answer.user, session: answer.session, mail: await portal.mailTo(email) };
}

describe('sign-up', () => {
  test('returns a user without a session; the profile is created on confirmation', async () => {
    const { client, email, user, session, mail } = await signUp();
    expect(session).toBeNull();
    expect(user).toMatchObject({ email, role: 'authenticated', user_metadata: { first_name: 'Ana' } });
    expect(user?.identities).toHaveLength(1);
    expect(user?.email_confirmed_at).toBeUndefined();
    const profiles = () =>
      portal.database.query('select * from public.user_profiles where user_id = $1', [user?.id]);
    expect(await profiles()).toEqual([]);

    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });

    const { data, error } = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(mail) });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeDefined();
    expect(data.session?.access_token).toBeTypeOf('string');
    expect(await profiles()).toMatchObject([{ email, first_name: 'Ana', role: 'client', referred_by: '' }]);
    expect((await client.auth.getUser()).data.user?.id).toBe(user?.id);
  });

  test.each([
    ['as it was named', '  Jos\u00e9 Lopez ', 'Jos\u00e9 Lopez'],
    ['cut to what the yearly form takes', 'x'.repeat(300), 'x'.repeat(100)],
    ['even if an app sends something else', { name: 'Ana' }, '{"name": "Ana"}'],
  ])('stores the referrer in the profile, %s', async (_how, referred_by, kept) => {
    const { client, user, mail } = await signUp(freshEmail(), { first_name: 'Ana', referred_by });
    await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(mail) });
    const profile = () =>
      client
        .from('user_profiles')
        .select('referred_by')
        .eq('user_id', user?.id ?? '');
    expect((await profile()).data).toEqual([{ referred_by: kept }]);
    // The reward is someone else's money, so the sign-up answer can't be changed.
    const { error } = await client
      .from('user_profiles')
      .update({ referred_by: 'Me' })
      .eq('user_id', user?.id ?? '');
    expect(error).toMatchObject({ code: '42501' });
    expect((await profile()).data).toEqual([{ referred_by: kept }]);
  });

  test('is confirmed by the code with type signup or email', async () => {
    for (const type of ['signup', 'email'] as const) {
      const { client, email, user, mail } = await signUp();
      const { data, error } = await client.auth.verifyOtp({ type, email, token: codeIn(mail) });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(user?.id);
    }
  });

  test('is confirmed by the link, which leads on with tokens in the fragment', async () => {
    const { mail, user } = await signUp();
    const link = linkIn(mail);
    expect(link.origin + link.pathname).toBe(`${portal.url}/confirm-email`);
    expect(fragmentOf(link)).toEqual({ token_hash: tokenIn(mail), type: 'signup' });

    const page = await follow(link);
    expect(page.origin + page.pathname).toBe(`${portal.url}/confirm-email`);
    expect(page.search).toBe('');
    const found = fragmentOf(page);
    expect(found).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' });

    const client = visitor(portal);
    const { access_token = '', refresh_token = '' } = found;
    const { data, error } = await client.auth.setSession({ access_token, refresh_token });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user?.id);
  });

  test('with PKCE the link returns a code that only the same browser can exchange', async () => {
    const email = freshEmail();
    const client = visitor(portal, { flowType: 'pkce', storage: memoryStorage() });
    const emailRedirectTo = `${portal.url}/confirm-email?from=mail`;
    await client.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo } });
    const page = await follow(linkIn(await portal.mailTo(email)));
    expect(page.href).toMatch(`${portal.url}/confirm-email?from=mail&code=`);
    expect(page.hash).toBe('');

    const code = page.searchParams.get('code') ?? '';
    const thief = visitor(portal, { flowType: 'pkce', storage: memoryStorage() });
    await thief.auth.signUp({ email: freshEmail(), password: PASSWORD });
    expect((await thief.auth.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier');

    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = { auth_code: code, code_verifier: 'x'.repeat(43) };
    expect(await authCall(portal, 'token?grant_type=pkce', { body: again })).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    });
  });

  test('ignores a role in the data', async () => {
    const data = { role: 'super', user_role: 'super', is_admin: true };
    const { client, email, mail } = await signUp(freshEmail(), data);
    await client.auth.verifyOtp({ type: 'email', email, token: codeIn(mail) });
    await client.auth.updateUser({ data: { role: 'admin' } });
    const { data: refreshed } = await client.auth.refreshSession();
    const claims = (await client.auth.getClaims()).data?.claims;
    expect(claims).toMatchObject({ role: 'authenticated', user_role: 'client', aal: 'aal1' });
    expect(refreshed.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(
      await portal.database.query('select role from public.user_profiles where email = $1', [email]),
    ).toEqual([{ role: 'client' }]);
  });
});

describe('repeated sign-up', () => {
  test('with a confirmed address reveals nothing and sends no mail', async () => {
    const person = await createPerson(portal);
    const client = visitor(portal);
    const { data, error } = await client.auth.signUp({
      email: person.email.toUpperCase(),
      password: 'another-password',
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, role: '', identities: [] });
    expect(data.user?.confirmation_sent_at).toBeDefined();
    expect(data.user?.id).not.toBe(person.id);
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const queued = 'select from public.email_queue where to_email = $1';
    expect(await portal.database.query(queued, [person.email])).toEqual([]);
    const { error: signIn } = await client.auth.signInWithPassword(person);
    expect(signIn).toBeNull();
  });

  const signInWith = async (email: string, password: string) =>
    (await visitor(portal).auth.signInWithPassword({ email, password })).error?.code;

  /** Signs up with the same address again and returns the mail. */
  async function again(email: string, password: string, ...earlier: Email[]) {
    const { data, error } = await visitor(portal).auth.signUp({
      email,
      password,
      options: { data: { first_name: 'Anita', last_name: 'Lopez', referred_by: 'Eve', language: 'es' } },
    });
    expect(error).toBeNull();
    const known = earlier.map(tokenIn);
    const mail = await portal.mailTo(email, (sent) => !known.includes(tokenIn(sent)));
    return { mail, user: data.user };
  }

  test('with the same password sends another mail and keeps the password', async () => {
    const { client, email, user, mail: first } = await signUp();
    const second = await again(email, PASSWORD, first);
    expect(second.user).toMatchObject({ id: user?.id, user_metadata: { first_name: 'Anita' } });
    // Asking for another email leaves the first link valid. After one link is used, none works anymore.
    const confirmed = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(first) });
    expect(confirmed.error).toBeNull();
    const left = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(second.mail) });
    expect(left.error?.code).toBe('otp_expired');
    expect(await signInWith(email, PASSWORD)).toBeUndefined();
  });

  test('with another password discards both passwords, and what only one said of the person', async () => {
    const data = { first_name: 'Ana', last_name: 'Lopez', phone: '2035550100' };
    const { client, email, user, mail: first } = await signUp(freshEmail(), data);
    const second = await again(email, 'second-password', first);
    expect(second.user).toMatchObject({ id: user?.id, email, user_metadata: { language: 'es' } });
    expect(second.user?.identities).toHaveLength(1);
    // It doesn't show which of the entries are those of before.
    expect(second.user?.user_metadata).toMatchObject({ first_name: 'Anita', last_name: 'Lopez' });
    // Repeating one of them does not change that.
    const last = (await again(email, 'second-password', first, second.mail)).mail;

    expect((await client.auth.verifyOtp({ type: 'signup', email, token: codeIn(last) })).error).toBeNull();
    expect(await signInWith(email, PASSWORD)).toBe('invalid_credentials');
    expect(await signInWith(email, 'second-password')).toBe('invalid_credentials');
    expect((await client.auth.updateUser({ password: 'of-the-mailbox' })).error).toBeNull();
    expect(await signInWith(email, 'of-the-mailbox')).toBeUndefined();
    expect(
      await portal.database.query('select * from public.user_profiles where user_id = $1', [user?.id]),
    ).toMatchObject([{ first_name: '', last_name: 'Lopez', phone: '', referred_by: '', language: 'es' }]);
  });

  test('after the earlier mail has expired replaces it', async () => {
    const { client, email, user, mail: first } = await signUp();
    await portal.database.query(
      `update auth.one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1`,
      [user?.id],
    );
    const { mail } = await again(email, 'second-password', first);
    const confirmed = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(mail) });
    expect(confirmed.error).toBeNull();
    expect(await signInWith(email, PASSWORD)).toBe('invalid_credentials');
    expect(await signInWith(email, 'second-password')).toBeUndefined();
  });

  test('twenty times concurrently creates one user', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor(portal).auth.signUp({ email, password: PASSWORD })),
    );
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null));
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1);
    expect(await portal.database.query('select from auth.users where email = $1', [email])).toHaveLength(1);
  });

  test('resend sends a mail to unconfirmed users only', async () => {
    const { client, email, user, mail: first } = await signUp();
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
    const second = await portal.mailTo(email, (mail) => tokenIn(mail) !== tokenIn(first));
    expect((await client.auth.verifyOtp({ type: 'signup', email, token: codeIn(second) })).error).toBeNull();

    for (const [address, whose] of [
      [email, user?.id ?? ''],
      [freshEmail(), null],
    ] as const) {
      const again = () => client.auth.resend({ type: 'signup', email: address });
      expect((await afterBackgroundTask(portal, whose, again)).error).toBeNull();
    }
    const queued = 'select from public.email_queue where to_email = $1';
    expect(await portal.database.query(queued, [email])).toHaveLength(2);
  });
});
