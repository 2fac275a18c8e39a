import { describe, expect, test } from 'vitest';
import { addAuthenticator, enroll, showCode, wrongCodeOf } from '#tests/support/authenticator.ts';
import { createPerson, freshEmail, PASSWORD, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { authCall, tokenIn } from '../support/auth-wire.ts';
import { bearerOf, personWithApp, signInAgain } from '../support/factors.ts';

const portal = portalForFile();
describe('a session at aal1 with an enrolled app', () => {
  const REFUSED = {
    code: 'insufficient_aal',
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  };

  test('can change the name, but not the password or the address', async () => {
    const person = await personWithApp(portal);
    const plain = await signInAgain(portal, person);
    expect((await plain.auth.updateUser({ password: 'another-password' })).error).toMatchObject(REFUSED);
    // The response does not reveal whether the guess is the current password.
    expect((await plain.auth.updateUser({ password: PASSWORD })).error).toMatchObject(REFUSED);
    expect((await plain.auth.updateUser({ email: freshEmail() })).error).toMatchObject(REFUSED);
    expect((await plain.auth.updateUser({ data: { first_name: 'Ana' } })).error).toBeNull();
    await showCode(plain, person.app, 1);
    expect((await plain.auth.updateUser({ email: freshEmail() })).error?.code).toBe(
      'reauthentication_needed',
    );
    expect((await plain.auth.updateUser({ password: 'another-password' })).error).toBeNull();
  });

  test('needs the code after a reset link too', async () => {
    const { email, app } = await personWithApp(portal);
    await visitor(portal).auth.resetPasswordForEmail(email);
    const mail = await portal.mailTo(email, ({ subject }) => subject === 'Choose a new password');
    const client = visitor(portal);
    await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(mail) });
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toMatchObject(REFUSED);
    await showCode(client, app, 1);
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull();
  });

  test('ignores an unverified app', async () => {
    const { client } = await createPerson(portal);
    await enroll(client);
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull();
  });
});

describe('a token from before the verification', () => {
  test('stays at aal1', async () => {
    const { client } = await createPerson(portal);
    const old = await bearerOf(client);
    const app = await addAuthenticator(client);
    const codes = await authCall(portal, 'factors/recovery-codes', {
      body: {},
      bearer: await bearerOf(client),
    });
    expect(codes.status).toBe(200);

    for (const [method, path, body] of [
      ['PUT', 'user', { password: 'another-password' }],
      ['PUT', 'user', { email: freshEmail() }],
      ['POST', 'factors', { factor_type: 'totp', friendly_name: 'theirs' }],
      ['DELETE', `factors/${app.factorId}`, undefined],
      ['POST', 'factors/recovery-codes', {}],
      ['POST', 'factors/recovery-codes/regenerate', {}],
      ['DELETE', 'factors/recovery-codes', undefined],
    ] as const) {
      const answer = await authCall(portal, path, { method, body, bearer: old });
      expect([method, path, answer.body.code]).toEqual([method, path, 'insufficient_aal']);
    }
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull();
  });
});

describe('the wire format', () => {
  test('older clients get the older format', async () => {
    const { client, app } = await personWithApp(portal);
    const bearer = await bearerOf(client);
    const challenged = await client.auth.mfa.challenge({ factorId: app.factorId });
    const body = { challenge_id: challenged.data?.id, code: wrongCodeOf(app.secret) };
    const answer = await authCall(portal, `factors/${app.factorId}/verify`, { body, bearer, version: null });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      code: 422,
      error_code: 'mfa_verification_failed',
      msg: 'Invalid TOTP code entered',
    });
    expect(answer.headers.get('x-sb-error-code')).toBe('mfa_verification_failed');
  });

  test.each([
    ['a pigeon', { factor_type: 'pigeon' }],
    ['nothing', {}],
    ['a name of no text', { factor_type: 'totp', friendly_name: 'a\0b' }],
    ['an endless name', { factor_type: 'totp', friendly_name: 'x'.repeat(101) }],
  ])('rejects %s as a factor', async (_what, body) => {
    const bearer = await bearerOf((await createPerson(portal)).client);
    const answer = await authCall(portal, 'factors', { body, bearer });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });

  test('requires a session', async () => {
    const { client } = await createPerson(portal);
    const bearer = await bearerOf(client);
    const calls = ['factors', 'factors/recovery-codes', 'factors/recovery-codes/regenerate'];
    const body = { factor_type: 'totp' };
    for (const path of calls) {
      expect((await authCall(portal, path, { body })).body.code).toBe('no_authorization');
    }
    await client.auth.signOut();
    for (const path of calls) {
      expect((await authCall(portal, path, { body, bearer })).body.code).toBe('session_not_found');
    }
    const nobodys = 'factors/not-an-id/challenge';
    const { client: other } = await createPerson(portal);
    expect((await authCall(portal, nobodys, { bearer: await bearerOf(other) })).body.code).toBe(
      'mfa_factor_not_found',
    );
  });

  test('the settings say whether staff need a factor', async () => {
    const { body } = await authCall(portal, 'settings', { method: 'GET' });
    expect(body).toMatchObject({ mfa_enabled: true, staff_mfa: 'optional' });
  });
});
