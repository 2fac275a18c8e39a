import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { addAuthenticator, codeOf, wrongCodeOf } from '#tests/support/authenticator.ts';
import { createPerson, freshEmail, insertPerson, PASSWORD, visitor } from '#tests/support/people.ts';
import { eventually, PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { codeIn, follow, linkIn, tokenIn } from '../support/auth-wire.ts';

/** Attackers, even with the password, can't block the owner of an account. */
const portal = portalForFile('limited');
let used = 0;
const newAddress = () => {
  used += 1;
  return `198.18.${used >> 8}.${used & 255}`;
};

/** supabase-js on another device and network. */
function from(address: string, flowType: 'pkce' | 'implicit' = 'implicit') {
  return createClient(portal.url, PUBLISHABLE_KEY, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      flowType,
      experimental: { recoveryCodes: true },
    },
    global: { headers: { 'x-forwarded-for': address } },
  });
}

const isReset = ({ subject }: { subject?: string | undefined }) => subject === 'Choose a new password';
const WRONG = '00000000';

describe('password recovery', () => {
  test('works with link and code while others request mails and guess codes', async () => {
    const email = freshEmail('owner');
    await insertPerson(portal, { email });
    const home = newAddress();
    expect((await from(home).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();

    for (let turn = 0; turn < 15; turn += 1) {
      await from(newAddress(), turn % 2 ? 'pkce' : 'implicit').auth.resetPasswordForEmail(email);
    }
    const asked = `select count(*)::int as count from auth.one_time_tokens t join auth.users u on u.id = t.user_id
      where u.email = $1 and t.token_type = 'recovery'`;
    const out = async () => (await portal.database.query<{ count: number }>(asked, [email]))[0]?.count;
    // All others share one limit. Their rejected requests do not count against the owner.
    expect(await eventually(async () => (await out()) === 8)).toBe(true);
    expect((await from(home).auth.resetPasswordForEmail(email)).error).toBeNull();
    expect(await eventually(async () => (await out()) === 9)).toBe(true);
    const sent = `select count(*)::int as count from public.email_queue where to_email = $1 and status = 'sent'`;
    await eventually(
      async () => (await portal.database.query<{ count: number }>(sent, [email]))[0]?.count === 9,
    );
    const own = await portal.mailTo(email, isReset);
    for (let turn = 0; turn < 15; turn += 1) {
      const { error } = await from(newAddress()).auth.verifyOtp({ type: 'recovery', email, token: WRONG });
      expect(error?.code).toBe('otp_expired');
    }
    const opened = await from(home).auth.verifyOtp({ type: 'recovery', email, token: codeIn(own) });
    expect(opened.error).toBeNull();
  });

  test('the owner’s link stays valid after requests by others, and works on any device', async () => {
    const email = freshEmail('owner');
    await insertPerson(portal, { email });
    expect((await from(newAddress()).auth.resetPasswordForEmail(email)).error).toBeNull();
    const mail = await portal.mailTo(email, isReset);
    for (let turn = 0; turn < 8; turn += 1) {
      await from(newAddress(), 'pkce').auth.resetPasswordForEmail(email);
      await from(newAddress()).auth.verifyOtp({ type: 'recovery', email, token: WRONG });
    }
    const opened = await from(newAddress()).auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(mail) });
    expect(opened.error).toBeNull();
  });

  test('the code works in a mail that someone else requested with a PKCE challenge', async () => {
    const email = freshEmail('owner');
    await insertPerson(portal, { email });
    await from(newAddress(), 'pkce').auth.resetPasswordForEmail(email);
    const mail = await portal.mailTo(email, isReset);
    const page = await follow(linkIn(mail));
    expect(page.searchParams.get('code')).not.toBeNull();
    expect((await follow(linkIn(mail))).hash).toContain('otp_expired');
    const { error } = await from(newAddress()).auth.verifyOtp({
      type: 'recovery',
      email,
      token: codeIn(mail),
    });
    expect(error).toBeNull();
  });

  test('wrong codes by others do not use up the owner’s attempts', async () => {
    const email = freshEmail('owner');
    await insertPerson(portal, { email });
    const home = newAddress();
    await from(home).auth.resetPasswordForEmail(email);
    const token = codeIn(await portal.mailTo(email, isReset));
    for (let turn = 0; turn < 6; turn += 1) {
      await from(newAddress()).auth.verifyOtp({ type: 'recovery', email, token: WRONG });
    }
    const stranger = await from(newAddress()).auth.verifyOtp({ type: 'recovery', email, token });
    expect(stranger.error?.code).toBe('otp_expired');
    expect((await from(home).auth.verifyOtp({ type: 'recovery', email, token })).error).toBeNull();
  });

  test('the requesting client has five attempts too', async () => {
    const email = freshEmail('owner');
    await insertPerson(portal, { email });
    const home = newAddress();
    await from(home).auth.resetPasswordForEmail(email);
    const token = codeIn(await portal.mailTo(email, isReset));
    const wrong = () => from(home).auth.verifyOtp({ type: 'recovery', email, token: WRONG });
    for (let turn = 0; turn < 5; turn += 1) await wrong();
    const { error } = await from(home).auth.verifyOtp({ type: 'recovery', email, token });
    expect(error?.code).toBe('otp_expired');
  });

  test('recognizes the browser by its cookie within a network', async () => {
    const email = freshEmail('owner');
    await insertPerson(portal, { email });
    const house = newAddress();
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${portal.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: PUBLISHABLE_KEY, 'x-forwarded-for': house, cookie },
        body: JSON.stringify(body),
      });
    const asked = await post('recover', { email });
    const cookie = asked.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    expect(cookie).toMatch(/^nutmeg_device=/);
    const token = codeIn(await portal.mailTo(email, isReset));
    for (let turn = 0; turn < 6; turn += 1) await post('verify', { type: 'recovery', email, token: WRONG });
    expect((await post('verify', { type: 'recovery', email, token })).status).toBe(403);
    expect((await post('verify', { type: 'recovery', email, token }, cookie)).status).toBe(200);
  });
});

test('one stranger leaves mails for others, and many strangers leave the sign-up', async () => {
  const email = freshEmail('owner');
  const ask = async (address: string) => {
    const { error } = await from(address).auth.resend({ type: 'signup', email });
    await portal.database.query(`update auth.mail_requests set requested_at = now() - interval '1 minute'`);
    return error?.code ?? 'sent';
  };
  const stranger = newAddress();
  const answers = [];
  for (let turn = 0; turn < 6; turn += 1) answers.push(await ask(stranger));
  expect(answers.slice(-2)).toEqual(['sent', 'over_request_rate_limit']);
  expect((await from(newAddress()).auth.resetPasswordForEmail(email)).error).toBeNull();
  for (let turn = 0; turn < 3; turn += 1) answers.push(await ask(newAddress()));
  expect(answers.at(-1)).toBe('over_request_rate_limit');
  expect((await from(newAddress()).auth.signUp({ email, password: PASSWORD })).error).toBeNull();
});

describe('an attacker with the password', () => {
  async function ownerAndThief() {
    const { email, id, client } = await createPerson(portal);
    const app = await addAuthenticator(client);
    const thief = from(newAddress());
    expect((await thief.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    return { email, id, client, app, thief };
  }

  test.each(['others', 'global'] as const)('can’t end other sessions (%s)', async (scope) => {
    const { client, thief } = await ownerAndThief();
    await thief.auth.signOut({ scope });
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  test('does not use up the owner’s attempts for the second factor', async () => {
    const { client, email, app, thief } = await ownerAndThief();
    const wrong = { factorId: app.factorId, code: wrongCodeOf(app.secret) };
    const codes = [];
    for (let turn = 0; turn < 8; turn += 1) {
      codes.push((await thief.auth.mfa.challengeAndVerify(wrong)).error?.code);
    }
    expect(codes.at(0)).toBe('mfa_verification_failed');
    expect(codes.at(-1)).toBe('over_request_rate_limit');
    const spelt = { ...wrong, factorId: wrong.factorId.toUpperCase() };
    expect((await thief.auth.mfa.challengeAndVerify(spelt)).error?.code).toBe('over_request_rate_limit');
    for (let turn = 0; turn < 8; turn += 1)
      await thief.auth.mfa.recoveryCodes.verify({ code: 'no such code' });

    const again = visitor(portal);
    expect((await again.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const shown = await again.auth.mfa.challengeAndVerify({
      factorId: app.factorId,
      code: codeOf(app.secret, 1),
    });
    expect(shown.error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
  });
});

test('notifies the mailbox of the first sign-in after it confirmed someone else’s sign-up', async () => {
  const email = freshEmail('victim');
  const [stranger, home] = ['203.0.113.5', '192.0.2.5'];
  const signUp = await from(stranger, 'pkce').auth.signUp({ email, password: 'the-password-of-a-stranger' });
  expect(signUp.error).toBeNull();
  const link = linkIn(await portal.mailTo(email));
  const opened = await follow(link, { 'x-forwarded-for': home });
  // With the other client's PKCE challenge, there is no session here.
  expect(opened.search).toContain('code=');
  const { error } = await from(stranger).auth.signInWithPassword({
    email,
    password: 'the-password-of-a-stranger',
  });
  expect(error).toBeNull();
  const told = await portal.mailTo(email, ({ subject }) => subject === 'New login to your account');
  expect(told.text).toContain(stranger);
});

test('gives every sign-in link request the same response, even without an account', async () => {
  const known = freshEmail('client');
  await insertPerson(portal, { email: known });
  const answers = await Promise.all(
    [known, freshEmail('nobody')].map((email) =>
      from(newAddress()).auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
    ),
  );
  expect(answers[0]).toEqual({ data: { user: null, session: null, messageId: undefined }, error: null });
  expect(answers[1]).toEqual(answers[0]);
});

test('an IPv6 /48 has four times the budget of one network, not 65,536 times', async () => {
  let through = 0;
  let turn = 0;
  for (; turn < 300; turn += 1) {
    const { error } = await from(`2001:db8:77:${turn.toString(16)}::1`).auth.verifyOtp({
      type: 'recovery',
      email: freshEmail(),
      token: WRONG,
    });
    if (error?.code === 'over_request_rate_limit') break;
    through += 1;
  }
  expect(through).toBeGreaterThanOrEqual(120);
  expect(through).toBeLessThan(140);
  const elsewhere = await from('2001:db8:78::1').auth.verifyOtp({
    type: 'recovery',
    email: freshEmail(),
    token: WRONG,
  });
  expect(elsewhere.error?.code).toBe('otp_expired');
});
