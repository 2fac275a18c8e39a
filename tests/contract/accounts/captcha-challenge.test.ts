/** @module-tag property */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CaptchaChallenge, captchaActions } from '#contract/captcha.ts';
import { solveCaptcha, solvedToken, verdictOn } from '#tests/support/captcha.ts';
import { createPerson, PASSWORD, visitor } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { portalForFile, type SharedPortal, sharedPortal } from '#tests/support/server/portal.ts';

const portal = portalForFile('visitors');
const FAILED = { success: false, score: 0 };

interface Payload {
  challenge: { parameters: Record<string, unknown>; signature: string };
  solution: Record<string, unknown>;
}
const opened = (token: string): Payload => JSON.parse(atob(token));
const closed = (payload: unknown) => btoa(JSON.stringify(payload));

describe('getting a pass', () => {
  test.each(captchaActions)('works with supabase-js: %s', async (action) => {
    const { functions } = visitor(portal);
    const asked = await functions.invoke<CaptchaChallenge>(`captcha-challenge?action=${action}`, {
      method: 'GET',
    });
    expect(asked.error).toBeNull();
    if (asked.data?.provider !== 'embedded') throw new Error('another provider');
    const { data, expiresAt = 0 } = asked.data.challenge.parameters;
    expect(data).toEqual({ action });
    const minutes = (expiresAt - Date.now() / 1000) / 60;
    expect([minutes > 9, minutes <= 10]).toEqual([true, true]);

    const token = await solvedToken(portal.url, action);
    const answered = await functions.invoke('verify-recaptcha', { body: { token, action } });
    expect(answered.error).toBeNull();
    expect(answered.data).toEqual({ success: true, score: 1, pass: expect.any(String) });
  });

  test('does not need an action, which is in the token', async () => {
    const token = await solvedToken(portal.url, 'contact');
    expect(await verdictOn(portal.url, { token })).toMatchObject({ success: true, score: 1 });
    expect(await verdictOn(portal.url, { token, action: 'login' })).toEqual(FAILED);
  });

  test('gives one pass per challenge', async () => {
    const token = await solvedToken(portal.url, 'login');
    const { email } = await createPerson(portal);
    const outcomes: (string | undefined)[] = [];
    for (let time = 0; time < 3; time += 1) {
      const { pass: captchaToken = '' } = await verdictOn(portal.url, { token });
      const { error } = await visitor(portal).auth.signInWithPassword({
        email,
        password: PASSWORD,
        options: { captchaToken },
      });
      outcomes.push(error?.code);
    }
    expect(outcomes).toEqual([undefined, 'captcha_failed', 'captcha_failed']);
  });

  test('is never cached', async () => {
    const answer = await fetch(`${portal.url}/functions/v1/captcha-challenge?action=login`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('rejected tokens', () => {
  const changes: [string, (payload: Payload) => void][] = [
    ['another answer', ({ solution }) => (solution.derivedKey = 'ab'.repeat(32))],
    [
      'the half of the answer that the challenge tells',
      ({ challenge, solution }) => (solution.derivedKey = challenge.parameters.keyPrefix),
    ],
    ['no answer', (payload) => (payload.solution = {})],
    ['a challenge for another act', ({ challenge }) => (challenge.parameters.data = { action: 'contact' })],
    ['a longer life', ({ challenge }) => (challenge.parameters.expiresAt = 4_000_000_000)],
    ['a life without an end', ({ challenge }) => delete challenge.parameters.expiresAt],
    ['a cheaper challenge', ({ challenge }) => (challenge.parameters.cost = 1)],
    [
      'a challenge without the key to its answer',
      ({ challenge }) => delete challenge.parameters.keySignature,
    ],
    ['a challenge without a signature', ({ challenge }) => (challenge.signature = '')],
    ['a challenge with more in it', ({ challenge }) => (challenge.parameters.more = 1)],
  ];
  let token: string;
  beforeAll(async () => {
    token = await solvedToken(portal.url, 'login');
  });

  test.each(changes)('%s', async (_what, change) => {
    const payload = opened(token);
    change(payload);
    expect(await verdictOn(portal.url, { token: closed(payload) })).toEqual(FAILED);
    expect(await verdictOn(portal.url, { token })).toMatchObject({ success: true });
  });
});

describe('an invalid request', () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${portal.url}/functions/v1/verify-recaptcha`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });

  test.each([
    ['', 400],
    ['{', 400],
    ['null', 400],
    ['{}', 400],
    ['{"token":7}', 400],
    ['{"token":""}', 400],
    ['{"token":"x","action":"everything"}', 400],
    [JSON.stringify({ token: 'x'.repeat(10_001) }), 400],
    [JSON.stringify({ token: 'x'.repeat(2_000_000) }), 413],
  ])('%.20s is rejected', async (body, status) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
  });

  test.each(['', '?action=', '?action=everything', '?action=toString'])(
    'captcha-challenge%s',
    async (query) => {
      const answer = await fetch(`${portal.url}/functions/v1/captcha-challenge${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ message: expect.stringContaining('signup') });
    },
  );

  test('returns 404 for unknown functions and other methods', async () => {
    for (const [method, name] of [
      ['GET', 'nothing'],
      ['GET', 'verify-recaptcha'],
      ['DELETE', 'captcha-challenge'],
    ]) {
      const answer = await fetch(`${portal.url}/functions/v1/${name}`, { method: method ?? '' });
      expect([answer.status, (await answer.json()).code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('never gets a 500', async () => {
    const wild = fc.oneof(
      fc.string(),
      fc.json(),
      fc.anything().map((value) => JSON.stringify({ token: value }) ?? ''),
      fc.anything().map((value) => JSON.stringify({ token: closed(value ?? null) }) ?? ''),
      fc
        .record({ challenge: fc.anything(), solution: fc.anything() })
        .map((payload) => JSON.stringify({ token: Buffer.from(JSON.stringify(payload)).toString('base64') })),
    );
    await fc.assert(
      fc.asyncProperty(wild, fc.constantFrom('application/json', 'text/plain', ''), async (body, type) => {
        expect((await post(body, type)).status).toBeLessThan(500);
      }),
      { numRuns: inputs(300) },
    );
  });
});

describe('CAPTCHA=off', () => {
  let bare: SharedPortal;
  beforeAll(async () => {
    bare = await sharedPortal();
  });
  const row = { name: 'Ana', phone: '+12035550100', status: 'pending' };

  test('is shown in the challenge', async () => {
    const answer = await fetch(`${bare.url}/functions/v1/captcha-challenge?action=login`);
    expect(await answer.json()).toEqual({ provider: 'off' });
  });

  test('requires no pass', async () => {
    expect((await visitor(bare).from('appointments').insert(row)).error).toBeNull();
    expect(
      (await visitor(bare).rpc('check_user_login_status', { user_email: 'x@example.com' })).error,
    ).toBeNull();
  });

  test('still gives passes, so that an appointment can be confirmed', async () => {
    const pass = await solveCaptcha(bare.url, 'appointment');
    const table = () => visitor(bare).from('appointments');
    const { data } = await table().insert(row).select('id').single().setHeader('x-captcha-pass', pass);
    const confirmed = await table()
      .update({ status: 'confirmed', calendly_completed: true })
      .eq('id', data?.id)
      .select('id')
      .setHeader('x-captcha-pass', pass);
    expect(confirmed.data).toEqual([{ id: data?.id }]);
  });
});
