import type { Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { createPerson, freshEmail, memoryStorage, PASSWORD, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { authCall, follow, fragmentOf, linkIn, tokenIn } from '../support/auth-wire.ts';
import { proveMailbox } from '../support/mail-proof.ts';

const portal = portalForFile();
interface Kind {
  /** The page that the link opens, and the one where its press leads. */
  page: string;
  leadsTo: string;
  /** Asks for the mail. Returns the account's address and the mail. */
  ask: () => Promise<{ email: string; mail: Email }>;
}

const byPkce = () => visitor(portal, { flowType: 'pkce', storage: memoryStorage() });

async function signUp(client = visitor(portal), options: { emailRedirectTo?: string; data?: object } = {}) {
  const email = freshEmail();
  const { error } = await client.auth.signUp({ email, password: PASSWORD, options });
  if (error) throw error;
  return { email, mail: await portal.mailTo(email) };
}

async function recover(redirectTo?: string) {
  const { email } = await createPerson(portal);
  await visitor(portal).auth.resetPasswordForEmail(email, redirectTo === undefined ? {} : { redirectTo });
  return { email, mail: await portal.mailTo(email) };
}

async function logIn(client = visitor(portal), options: { emailRedirectTo?: string } = {}) {
  const { email } = await createPerson(portal);
  await client.auth.signInWithOtp({ email, options });
  return { email, mail: await portal.mailTo(email) };
}

async function changeAddress() {
  const person = await createPerson(portal);
  await proveMailbox(portal, person);
  const wanted = freshEmail('moved');
  await person.client.auth.updateUser({ email: wanted });
  return { email: person.email, mail: await portal.mailTo(wanted) };
}

const otherApp = () => `${portal.url}/app?view=1`;

const KINDS: Record<string, Kind> = {
  'a sign-up': { page: '/confirm-email', leadsTo: '/confirm-email#', ask: () => signUp() },
  'a sign-up in Spanish': {
    page: '/es/confirm-email',
    leadsTo: '/es/confirm-email#',
    ask: () => signUp(visitor(portal), { data: { language: 'es' } }),
  },
  'a sign-up with PKCE': {
    page: '/confirm-email',
    leadsTo: '/confirm-email?code=',
    ask: () => signUp(byPkce()),
  },
  'a sign-up by another app': {
    page: '/open-link',
    leadsTo: '/app?view=1#',
    ask: () => signUp(visitor(portal), { emailRedirectTo: otherApp() }),
  },
  'a new password': { page: '/reset-password', leadsTo: '/reset-password#', ask: () => recover() },
  'a new password by another app': {
    page: '/open-link',
    leadsTo: '/app?view=1#',
    ask: () => recover(otherApp()),
  },
  'a login': { page: '/open-link', leadsTo: '/open-link#', ask: () => logIn() },
  'a login by another app with PKCE': {
    page: '/open-link',
    leadsTo: '/app?view=1&code=',
    ask: () => logIn(byPkce(), { emailRedirectTo: otherApp() }),
  },
  'a change of address': { page: '/open-link', leadsTo: '/open-link#', ask: changeAddress },
};

/** All that a link can change. */
const stateOf = (email: string) =>
  portal.database.query(
    `select to_json(u) as account,
       (select json_agg(t order by t.id) from auth.one_time_tokens t where t.user_id = u.id) as tokens,
       (select json_agg(f order by f.id) from auth.flow_state f where f.user_id = u.id) as flows,
       (select json_agg(s order by s.id) from auth.sessions s where s.user_id = u.id) as sessions
     from auth.users u where u.email = $1`,
    [email],
  );

/** The link as mails had it before, which is also how other apps build it. */
function linkOfVerify(link: URL): URL {
  const { token_hash: token = '', type = '', redirect_to: to } = fragmentOf(link);
  const target = to ?? link.origin + link.pathname + link.search;
  const query = new URLSearchParams({ token, type, redirect_to: target });
  return new URL(`${portal.url}/auth/v1/verify?${query}`);
}

describe.each(Object.entries(KINDS))('the link of %s', (_, { page, leadsTo, ask }) => {
  test('is used up by a press, once, and by nothing else', async () => {
    const { email, mail } = await ask();
    const link = linkIn(mail);
    expect(link.pathname).toBe(page);
    // What comes before the fragment is all that servers, logs, and other sites see.
    expect(link.search).not.toContain(tokenIn(mail));
    const earlier = linkOfVerify(link);
    const before = await stateOf(email);
    for (const method of ['GET', 'HEAD']) {
      await fetch(link, { method, redirect: 'manual' });
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await fetch(earlier, { method, redirect: 'manual' });
        expect(answer.status).toBe(method === 'GET' ? 303 : 204);
        expect(answer.headers.get('referrer-policy') ?? 'no-referrer').toBe('no-referrer');
        const location = answer.headers.get('location');
        expect(location ?? '').not.toMatch(/access_token|refresh_token|[?&]code=|error/);
        if (method === 'GET') expect(location).toBe(link.href);
      }
    }
    expect(await stateOf(email)).toEqual(before);

    const pressed = await follow(link);
    expect(pressed.href).toContain(portal.url + leadsTo);
    expect(pressed.href).toMatch(/access_token=|code=/);
    const spent = await stateOf(email);
    expect(spent).not.toEqual(before);

    expect((await follow(link)).href).toMatch(/[#&]error=access_denied&error_code=otp_expired&/);
    const { token_hash, type } = fragmentOf(link);
    const again = await authCall(portal, 'verify', { body: { token_hash, type } });
    expect(again).toMatchObject({
      status: 403,
      body: { code: 'otp_expired', message: 'Email link is invalid or has expired' },
    });
    expect(await stateOf(email)).toEqual(spent);
  });

  test('also works by POST /verify with the token hash', async () => {
    const { mail } = await ask();
    const { token_hash, type } = fragmentOf(linkIn(mail));
    const answer = await authCall(portal, 'verify', { body: { token_hash, type } });
    expect(answer).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
  });
});

test('a link without a token leads on with the error', async () => {
  const answer = await fetch(`${portal.url}/auth/v1/verify?type=signup`, { redirect: 'manual' });
  expect(fragmentOf(new URL(answer.headers.get('location') ?? ''))).toMatchObject({
    error_code: 'validation_failed',
    error_description: 'Verify requires either a token or a token hash',
  });
});

test('the mail to the current address about a change of it has no link', async () => {
  const { email } = await changeAddress();
  const told = await portal.mailTo(email, ({ subject }) => /asked to change/.test(subject ?? ''));
  expect(told.text).not.toMatch(/token|verify/);
});
