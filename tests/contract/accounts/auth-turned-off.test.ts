import { beforeAll, expect, test } from 'vitest';
import { createPerson, freshEmail, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { errorCalls, testErrors } from '../support/auth-errors.ts';
import { authCall } from '../support/auth-wire.ts';

const portal = portalForFile();
let person: Person;
let bearer: string;
beforeAll(async () => {
  person = await createPerson(portal);
  bearer = (await person.client.auth.getSession()).data.session?.access_token ?? '';
});

const { post, get } = errorCalls(() => portal);

/** Texts, other providers, and other features that are off answer as the hosted service does while they are off. */
testErrors({
  'a phone number': {
    call: post('signup', () => ({ phone: '8605550123', password: PASSWORD })),
    status: 400,
    code: 'phone_provider_disabled',
    message: 'Phone signups are disabled',
  },
  'a login by text': {
    call: post('otp', () => ({ phone: '+18605550123' })),
    status: 400,
    code: 'phone_provider_disabled',
    message: 'Unsupported phone provider',
  },
  'a text again': {
    call: post('resend', () => ({ phone: '+18605550123', type: 'sms' })),
    status: 400,
    code: 'phone_provider_disabled',
    message: 'Phone logins are disabled',
  },
  'a code from a text': {
    call: post('verify', () => ({ phone: '+1 8605550123', token: '123456', type: 'sms' })),
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  },
  'a code for a new phone number': {
    call: post('verify', () => ({ phone: '18605550123', token: '123456', type: 'phone_change' })),
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  },
  'a code from a text, of another type': {
    call: post('verify', () => ({ phone: '+18605550123', token: '123456', type: 'signup' })),
    status: 400,
    code: 'validation_failed',
    message: 'Invalid sms verification type',
  },
  'a code for what is no phone number': {
    call: post('verify', () => ({ phone: '(860) 555-0123', token: '123456', type: 'sms' })),
    status: 400,
    code: 'validation_failed',
    message: 'Invalid phone number format (E.164 required)',
  },
  'a link of a type for phones': {
    call: post('verify', () => ({ token_hash: 'gone', type: 'sms' })),
    status: 400,
    code: 'validation_failed',
    message: 'Invalid email verification type',
  },
  'a code without a type': {
    call: post('verify', () => ({ email: freshEmail(), token: '123456' })),
    status: 400,
    code: 'validation_failed',
    message: 'Verify requires a verification type',
  },
  'another provider’s token': {
    call: post('token?grant_type=id_token', () => ({ provider: 'google', id_token: 'x' })),
    status: 400,
    code: 'provider_disabled',
    message: 'Provider (issuer "https://accounts.google.com") is not enabled',
  },
  'an unknown provider’s token': {
    call: post('token?grant_type=id_token', () => ({ provider: 'unknown', id_token: 'x' })),
    status: 400,
    code: 'validation_failed',
    message: 'Custom OIDC provider "unknown" not allowed',
  },
  'another provider’s token that is missing': {
    call: post('token?grant_type=id_token', () => ({ provider: 'google' })),
    status: 400,
    code: 'validation_failed',
    message: 'id_token required',
  },
  'a wallet': {
    call: post('token?grant_type=web3', () => ({ chain: 'solana' })),
    status: 422,
    code: 'web3_provider_disabled',
    message: 'Web3 provider is disabled',
  },
  'another provider': {
    call: get('authorize?provider=google'),
    status: 400,
    code: 'validation_failed',
    message: 'Unsupported provider: provider is not enabled',
  },
  'single sign-on': {
    call: post('sso', () => ({ domain: 'example.com' })),
    status: 404,
    code: 'saml_provider_disabled',
    message: 'SAML 2.0 is disabled',
  },
  'a link to another provider': {
    call: get('user/identities/authorize?provider=google', () => bearer),
    status: 404,
    code: 'manual_linking_disabled',
    message: 'Manual linking is disabled',
  },
  'a passkey': {
    call: post('passkeys/authentication/options', () => ({})),
    status: 404,
    code: 'passkey_disabled',
    message: 'Passkeys are disabled',
  },
  'a login elsewhere with an account here': {
    call: get('oauth/authorizations/x'),
    status: 404,
    code: 'feature_disabled',
    message: 'OAuth server is disabled',
  },
  'a phone as second factor': {
    call: post(
      'factors',
      () => ({ factor_type: 'phone', phone: '+18605550123' }),
      () => bearer,
    ),
    status: 422,
    code: 'mfa_phone_enroll_not_enabled',
    message: 'MFA enroll is disabled for Phone',
  },
});

test.each([
  ['GET', 'user'],
  ['PUT', 'user'],
  ['POST', 'logout'],
  ['POST', 'reauthenticate'],
  ['POST', 'factors'],
  ['POST', 'factors/x/challenge'],
  ['POST', 'factors/x/verify'],
  ['DELETE', 'factors/x'],
  ['GET', 'factors/recovery-codes'],
  ['POST', 'factors/recovery-codes'],
  ['POST', 'factors/recovery-codes/verify'],
  ['POST', 'factors/recovery-codes/regenerate'],
  ['DELETE', 'factors/recovery-codes'],
  ['POST', 'office/invitations'],
  ['GET', 'user/identities/authorize'],
  ['DELETE', 'user/identities/x'],
  ['GET', 'user/oauth/grants'],
])('%s %s judges the token before the body', async (method, path) => {
  const wrongBody = method === 'GET' ? {} : { body: ['not', 'an', 'object'] };
  expect(await authCall(portal, path, { method, ...wrongBody })).toMatchObject({
    status: 401,
    body: { code: 'no_authorization' },
  });
  expect(await authCall(portal, path, { method, ...wrongBody, bearer: 'x.y.z' })).toMatchObject({
    status: 403,
    body: { code: 'bad_jwt' },
  });
});

test('supabase-js hears that a feature is off', async () => {
  const { auth } = person.client;
  const said = async (answer: PromiseLike<{ error: { code?: string | undefined } | null }>) =>
    (await answer).error?.code;
  expect(await said(auth.verifyOtp({ phone: '+18605550123', token: '123456', type: 'sms' }))).toBe(
    'otp_expired',
  );
  expect(await said(visitor(portal).auth.signInWithSSO({ domain: 'example.com' }))).toBe(
    'saml_provider_disabled',
  );
  expect(await said(visitor(portal).auth.signInWithIdToken({ provider: 'google', token: 'x' }))).toBe(
    'provider_disabled',
  );
  expect(await said(auth.linkIdentity({ provider: 'google' }))).toBe('manual_linking_disabled');
  const [identity] = (await auth.getUserIdentities()).data?.identities ?? [];
  if (!identity) throw new Error('no identity');
  expect(await said(auth.unlinkIdentity(identity))).toBe('manual_linking_disabled');
});
