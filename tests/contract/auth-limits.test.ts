import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, freshEmail, PASSWORD, visitor } from '#tests/support/people.ts';
import { eventually, startPortal, type TestPortal } from '#tests/support/portal.ts';
import { type Answer, authCall } from './support/auth-wire.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ env: { RATE_LIMITS: 'on' } });
});
afterAll(() => portal?.close());

/** As if the last mails had been asked for so long ago. */
const passTime = (seconds: number) =>
  portal.database.query(
    'update auth.mail_requests set requested_at = requested_at - make_interval(secs => $1)',
    [seconds],
  );

function expectTooFast(answer: Answer): void {
  expect(answer.status).toBe(429);
  expect(answer.body).toEqual({
    code: 'over_email_send_rate_limit',
    message: expect.stringMatching(
      /^For security purposes, you can only request this after [1-9]\d? seconds\.$/,
    ),
  });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
}

const queued = async (email: string) =>
  (await portal.database.query('select from public.email_queue where to_email = $1', [email])).length;

describe('a mail a minute', () => {
  test('for sign-up and for sending it again', async () => {
    const email = freshEmail();
    const signUp = () => authCall(portal, 'signup', { body: { email, password: PASSWORD } });
    const resend = () => authCall(portal, 'resend', { body: { email, type: 'signup' } });
    expect((await signUp()).status).toBe(200);
    expectTooFast(await signUp());
    expectTooFast(await resend());
    await passTime(61);
    expect((await resend()).status).toBe(200);
    expectTooFast(await signUp());
    expect(await eventually(async () => (await queued(email)) > 1 && queued(email))).toBe(2);
  });

  test('for recovery, alike for known and unknown addresses', async () => {
    const { email: known } = await createPerson(portal);
    for (const email of [known, freshEmail()]) {
      const recover = () => authCall(portal, 'recover', { body: { email } });
      expect(await recover()).toMatchObject({ status: 200, body: {} });
      expectTooFast(await recover());
      await passTime(30);
      expectTooFast(await recover());
      await passTime(31);
      expect(await recover()).toMatchObject({ status: 200, body: {} });
    }
  });

  test('of each kind: a sign-in link does not wait for a recovery', async () => {
    const { email } = await createPerson(portal);
    expect((await authCall(portal, 'recover', { body: { email } })).status).toBe(200);
    expect((await authCall(portal, 'otp', { body: { email } })).status).toBe(200);
    expectTooFast(await authCall(portal, 'otp', { body: { email } }));
  });

  test('for the signed-in: a code, and a new address of whatever name', async () => {
    const { client } = await createPerson(portal);
    expect((await client.auth.reauthenticate()).error).toBeNull();
    expect((await client.auth.reauthenticate()).error?.code).toBe('over_email_send_rate_limit');
    expect((await client.auth.updateUser({ email: freshEmail() })).error).toBeNull();
    const other = freshEmail();
    const { error } = await client.auth.updateUser({ email: other, data: { note: 'lost' } });
    expect(error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 });
    const { user } = (await client.auth.getUser()).data;
    expect([user?.new_email === other, user?.user_metadata.note]).toEqual([false, undefined]);
  });

  test('also where twelve ask at once', async () => {
    const { email } = await createPerson(portal);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => visitor(portal).auth.resetPasswordForEmail(email)),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(await eventually(() => queued(email))).toBe(1);
  });

  test('keeps no address', async () => {
    const email = freshEmail('secret');
    await authCall(portal, 'recover', { body: { email } });
    const [dump] = await portal.database.query<{ text: string }>(
      `select string_agg(encode(key, 'escape'), ' ') as text from auth.mail_requests`,
    );
    expect(dump?.text).not.toContain('secret');
  });
});
