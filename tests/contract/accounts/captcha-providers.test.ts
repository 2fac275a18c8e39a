import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdictOn } from '#tests/support/captcha.ts';
import { freshEmail, insertPerson, PASSWORD, visitor } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { type Planned, type Siteverify, startSiteverify } from '../support/siteverify.ts';

const SECRET = 'the-secret-of-the-provider';
const FAILED = { success: false, score: 0 };

describe.each(['recaptcha', 'turnstile'] as const)('%s', (provider) => {
  let siteverify: Siteverify;
  let portal: TestPortal;
  let hostname: string;
  beforeAll(async () => {
    siteverify = await startSiteverify(SECRET);
    portal = await startPortal({
      env: {
        CAPTCHA: provider,
        CAPTCHA_SITE_KEY: 'site-key',
        CAPTCHA_SECRET: SECRET,
        CAPTCHA_VERIFY_URL: siteverify.url,
        TRUST_PROXY: '1',
      },
    });
    hostname = new URL(portal.url).hostname;
  });
  afterAll(async () => {
    await portal?.close();
    await siteverify?.close();
  });

  /** A successful response of this provider for a token with this action. */
  const good = (action: string, more: object = {}) => ({
    success: true,
    challenge_ts: new Date().toISOString(),
    hostname,
    action,
    'error-codes': [],
    ...(provider === 'recaptcha' ? { score: 0.9 } : { cdata: '' }),
    ...more,
  });
  const tokenFor = (answer: Planned) => {
    const token = `token-${randomUUID()}`;
    siteverify.plan(token, answer);
    return token;
  };

  test('returns the site key', async () => {
    const answer = await fetch(`${portal.url}/functions/v1/captcha-challenge?action=login`);
    expect(await answer.json()).toEqual({ provider, siteKey: 'site-key' });
  });

  test('accepts a token for its action', async () => {
    const email = freshEmail();
    await insertPerson(portal, { email });
    const { pass, ...verdict } = await verdictOn(portal.url, { token: tokenFor(good('login')) });
    expect(verdict).toEqual({ success: true, score: provider === 'recaptcha' ? 0.9 : 1 });
    const login = async (captchaToken = '') =>
      (
        await visitor(portal).auth.signInWithPassword({
          email,
          password: PASSWORD,
          options: { captchaToken },
        })
      ).error?.code;
    expect(await login(pass)).toBeUndefined();
    expect(await login(pass)).toBe('captcha_failed');
    // The provider's token is not a pass.
    expect(await login(tokenFor(good('login')))).toBe('captcha_failed');
  });

  test('sends the secret, the token and the visitor’s address', async () => {
    const token = tokenFor(good('contact'));
    const response = await fetch(`${portal.url}/functions/v1/verify-recaptcha`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ token, action: 'contact' }),
    });
    expect(await response.json()).toMatchObject({ success: true });
    expect(siteverify.asked.at(-1)).toEqual({ secret: SECRET, response: token, remoteip: '203.0.113.9' });
  });

  test('verifies a token once', async () => {
    const token = tokenFor(good('contact'));
    expect(await verdictOn(portal.url, { token })).toMatchObject({ success: true });
    expect(await verdictOn(portal.url, { token })).toEqual(FAILED);
  });

  test('gives no pass for an unknown action', async () => {
    for (const action of ['everything', '']) {
      const { success, pass } = await verdictOn(portal.url, { token: tokenFor(good(action)) });
      expect([success, pass]).toEqual([true, undefined]);
    }
  });

  test.each<[string, () => Planned]>([
    ['a refusal', () => ({ success: false, 'error-codes': ['invalid-input-response'] })],
    ["another act's token", () => good('contact')],
    ["another site's token", () => good('login', { hostname: 'evil.example' })],
    ['no site', () => good('login', { hostname: undefined })],
    ['a success without more', () => ({ success: true })],
    ['an error page', () => ({ status: 500, text: '<h1>Error</h1>' })],
    ['a redirect', () => ({ status: 302, text: '' })],
    ['no JSON', () => ({ status: 200, text: 'OK' })],
    ['other JSON', () => ({ status: 200, text: '[]' })],
    ['JSON of other types', () => good('login', { success: 'true' })],
    ['an empty answer', () => ({ status: 200, text: '' })],
    ['no answer', () => 'silence'],
  ])('handles %s', async (_what, answer) => {
    const token = tokenFor(answer());
    expect(await verdictOn(portal.url, { token, action: 'login' })).toEqual(FAILED);
  });

  test('logs a wrong secret as a configuration error', async () => {
    const token = tokenFor({ success: false, 'error-codes': ['invalid-input-secret'] });
    expect(await verdictOn(portal.url, { token })).toEqual(FAILED);
    await expect.poll(portal.output).toContain('does not accept our secret');
  });

  test('never logs the secret or a token', async () => {
    await expect.poll(portal.output).toContain('captcha provider');
    expect(portal.output()).not.toContain(SECRET);
    expect(portal.output()).not.toContain('token-');
  });

  if (provider === 'recaptcha') {
    test.each([
      [0.5, true],
      [0.49, false],
      [0, false],
    ])('a score of %d gives a pass: %s', async (score, passes) => {
      const verdict = await verdictOn(portal.url, { token: tokenFor(good('login', { score })) });
      expect(verdict).toEqual({ success: true, score, ...(passes ? { pass: expect.any(String) } : {}) });
    });
  }

  // The last one: from now on, there is no provider.
  test('handles a provider that cannot be reached', async () => {
    const token = tokenFor(good('login'));
    await siteverify.close();
    expect(await verdictOn(portal.url, { token, action: 'login' })).toEqual(FAILED);
  });
});
