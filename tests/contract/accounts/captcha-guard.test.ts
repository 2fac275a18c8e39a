import { beforeEach, describe, expect, test } from 'vitest';
import { captchaActions } from '#contract/captcha.ts';
import { forgedPass, signedPass, solveCaptcha } from '#tests/support/captcha.ts';
import { createPerson, freshEmail, PASSWORD, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { guardedActions, type WireAnswer } from '../support/guarded-actions.ts';

const portal = portalForFile('visitors');
const otherKey = Buffer.alloc(32, 8).toString('base64');

/** The pass with another action and the same signature. */
function rewritten(pass: string, action: string): string {
  const [header, payload = '', signature] = pass.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), action };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

function unsigned(action: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 600;
  const jti = crypto.randomUUID();
  return `${part({ alg: 'none' })}.${part({ action, aud: 'captcha pass', jti, exp })}.`;
}

describe.each(guardedActions)('$action', ({ action, done, refused, prepare, count }) => {
  let act: (pass: string | undefined) => Promise<WireAnswer>;
  beforeEach(async () => {
    act = await prepare(portal);
  });

  async function expectRefusal(pass: string | undefined): Promise<void> {
    const before = await count(portal);
    expect(await act(pass)).toEqual(refused(pass));
    expect(await count(portal)).toBe(before);
  }

  test('is rejected without a pass', () => expectRefusal(undefined));

  test('works once with a pass', async () => {
    const pass = await solveCaptcha(portal.url, action);
    const before = await count(portal);
    expect((await act(pass)).status).toBe(done);
    expect(await count(portal)).toBe(before + 1);
    await expectRefusal(pass);
    await expectRefusal(pass);
  });

  test('is rejected with an expired pass', async () => {
    await expectRefusal(await forgedPass({ action, secondsLeft: -1 }));
    expect((await act(await forgedPass({ action, secondsLeft: 60 }))).status).toBe(done);
  });

  test.each(captchaActions.filter((other) => other !== action))(
    'with a pass for %s is refused',
    async (other) => {
      const pass = await signedPass(other);
      await expectRefusal(pass);
      await expectRefusal(rewritten(pass, action));
    },
  );

  test('is rejected with a forged pass', async () => {
    await expectRefusal(await forgedPass({ action, masterKey: otherKey }));
    await expectRefusal(unsigned(action));
    for (const nonsense of ['x', 'a.b.c', '{}', action]) await expectRefusal(nonsense);
  });

  test('works once for ten concurrent requests with one pass', async () => {
    const pass = await signedPass(action);
    const before = await count(portal);
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(pass)));
    expect(answers.filter(({ status }) => status === done)).toHaveLength(1);
    expect(await count(portal)).toBe(before + 1);
  });
});

describe('a pass', () => {
  const row = { name: 'Ana', phone: '+12035550100', status: 'pending' };
  const book = (rows: object | object[], pass: string) =>
    visitor(portal).from('appointments').insert(rows).setHeader('x-captcha-pass', pass);

  test('allows one row', async () => {
    const pass = await signedPass('appointment');
    expect((await book([row, row], pass)).error?.code).toBe('42501');
    expect((await book(row, pass)).error).toBeNull();
  });

  test('is not spent by a write that was rejected for another reason', async () => {
    const pass = await signedPass('appointment');
    expect((await book({ ...row, phone: '' }, pass)).error?.code).toBe('23514');
    expect((await book({ ...row, status: 'confirmed' }, pass)).error?.code).toBe('42501');
    expect((await book(row, pass)).error).toBeNull();
  });

  test('is required for signed-in users too', async () => {
    const { client } = await createPerson(portal);
    expect((await client.from('appointments').insert(row)).error?.code).toBe('42501');
    const pass = await signedPass('appointment');
    const booked = await client.from('appointments').insert(row).setHeader('x-captcha-pass', pass);
    expect(booked.error).toBeNull();
  });

  test('is spent by a wrong password', async () => {
    const { email } = await createPerson(portal);
    const captchaToken = await signedPass('login');
    const login = (password: string) =>
      visitor(portal).auth.signInWithPassword({ email, password, options: { captchaToken } });
    expect((await login('wrong-password')).error?.code).toBe('invalid_credentials');
    expect((await login(PASSWORD)).error?.code).toBe('captcha_failed');
  });

  test('is not spent by an invalid form', async () => {
    const captchaToken = await signedPass('signup');
    const signUp = (password: string) =>
      visitor(portal).auth.signUp({ email: freshEmail(), password, options: { captchaToken } });
    expect((await signUp('abc')).error?.code).toBe('weak_password');
    expect((await signUp(PASSWORD)).error).toBeNull();
  });
});
