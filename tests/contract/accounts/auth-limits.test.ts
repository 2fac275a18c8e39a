import { describe, expect, test } from 'vitest';
import { createPerson, freshEmail, PASSWORD, visitor } from '#tests/support/people.ts';
import { eventually, portalForFile } from '#tests/support/server/portal.ts';
import { type Answer, authCall } from '../support/auth-wire.ts';
import { proveMailbox } from '../support/mail-proof.ts';

const portal = portalForFile('limited');
/** Moves the last mail requests into the past. */
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

describe('one mail per minute', () => {
  test('for sign-up and resend', async () => {
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

  test('for recovery, for known and unknown addresses', async () => {
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

  test('per kind: a sign-in link is not limited by a recovery', async () => {
    const { email } = await createPerson(portal);
    expect((await authCall(portal, 'recover', { body: { email } })).status).toBe(200);
    expect((await authCall(portal, 'otp', { body: { email } })).status).toBe(200);
    expectTooFast(await authCall(portal, 'otp', { body: { email } }));
  });

  test('for reauthentication and a change of address', async () => {
    const { client, email } = await createPerson(portal);
    await proveMailbox(portal, { client, email });
    expect((await client.auth.reauthenticate()).error?.code).toBe('over_email_send_rate_limit');
    expect((await client.auth.updateUser({ email: freshEmail() })).error).toBeNull();
    const other = freshEmail();
    const { error } = await client.auth.updateUser({ email: other, data: { note: 'lost' } });
    expect(error).toMatchObject({ code: 'over_email_send_rate_limit', status: 429 });
    const { user } = (await client.auth.getUser()).data;
    expect([user?.new_email === other, user?.user_metadata.note]).toEqual([false, undefined]);
  });

  test('for a taken address too', async () => {
    const [one, two] = [await createPerson(portal), await createPerson(portal)];
    await proveMailbox(portal, one);
    const ask = (email: string) => one.client.auth.updateUser({ email });
    expect((await ask(two.email)).error?.code).toBe('email_exists');
    for (const email of [two.email, freshEmail()]) {
      expect((await ask(email)).error?.code).toBe('over_email_send_rate_limit');
    }
  });

  test('for concurrent requests', async () => {
    const { email } = await createPerson(portal);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => visitor(portal).auth.resetPasswordForEmail(email)),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(await eventually(() => queued(email))).toBe(1);
  });

  test('stores no address', async () => {
    const email = freshEmail('secret');
    await authCall(portal, 'recover', { body: { email } });
    const [dump] = await portal.database.query<{ text: string }>(
      `select string_agg(encode(key, 'escape'), ' ') as text from auth.mail_requests`,
    );
    expect(dump?.text).not.toContain('secret');
  });
});

describe('changing password or address', () => {
  test('is limited to ten attempts an hour per user', async () => {
    const { client, email } = await createPerson(portal);
    const elsewhere = visitor(portal);
    await elsewhere.auth.signInWithPassword({ email, password: PASSWORD });
    const codes = [];
    for (const session of Array.from({ length: 14 }, (_, turn) => (turn % 2 ? client : elsewhere))) {
      codes.push((await session.auth.updateUser({ password: PASSWORD })).error?.code);
    }
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'same_password'));
    expect(codes.at(-1)).toBe('over_request_rate_limit');
    const address = await client.auth.updateUser({ email: freshEmail() });
    expect(address.error?.code).toBe('over_request_rate_limit');
    expect((await client.auth.updateUser({ data: { first_name: 'Ana' } })).error).toBeNull();
  });

  test('is limited to thirty attempts in ten minutes per address', async () => {
    const { client } = await createPerson(portal);
    const bearer = (await client.auth.getSession()).data.session?.access_token ?? '';
    // A weak password doesn't count for the person.
    const attempt = () => authCall(portal, 'user', { method: 'PUT', body: { password: 'x' }, bearer });
    const statuses = [];
    for (let turn = 0; turn < 34; turn += 1) statuses.push((await attempt()).status);
    expect(statuses[0]).toBe(422);
    expect(statuses.at(-1)).toBe(429);
    const data = await authCall(portal, 'user', { method: 'PUT', body: { data: {} }, bearer });
    expect(data.status).toBe(200);
  });
});
