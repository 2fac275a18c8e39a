import { beforeAll, describe, expect, test } from 'vitest';
import { type ForgedTokens, forgeTokens } from '#tests/rls/forged-tokens.ts';
import { createPerson, freshEmail, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, type SharedPortal, sharedPortal } from '#tests/support/server/portal.ts';
import { type Answer, authCall } from '../support/auth-wire.ts';
import { proveMailbox } from '../support/mail-proof.ts';

let portal: SharedPortal;
let person: Person;
let other: Person;
let unconfirmed: string;
let bearer: string;
let signedOut: string;
let forged: ForgedTokens;

beforeAll(async () => {
  portal = await sharedPortal();
  person = await createPerson(portal);
  other = await createPerson(portal);
  unconfirmed = freshEmail();
  await visitor(portal).auth.signUp({ email: unconfirmed, password: PASSWORD });
  bearer = await accessToken(person);
  await proveMailbox(portal, person);
  const gone = await createPerson(portal);
  signedOut = await accessToken(gone);
  await gone.client.auth.signOut();
  forged = await forgeTokens(portal, bearer);
});

async function accessToken({ client }: Person): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

interface Row {
  call: (version: string | null) => Promise<Answer>;
  status: number;
  code: string;
  message: string;
  extra?: Record<string, unknown>;
}

const post = (path: string, body: () => unknown, token?: () => string): Row['call'] => {
  return (version) =>
    authCall(portal, path, { body: body(), version, ...(token ? { bearer: token() } : {}) });
};
const put = (body: () => unknown, token: () => string = () => bearer): Row['call'] => {
  return (version) => authCall(portal, 'user', { method: 'PUT', body: body(), bearer: token(), version });
};
const get = (path: string, token?: () => string): Row['call'] => {
  return (version) =>
    authCall(portal, path, { method: 'GET', version, ...(token ? { bearer: token() } : {}) });
};
const PASSWORD_GRANT = 'token?grant_type=password';
const LINK = 'Email link is invalid or has expired';
const NO_SESSION = 'Session from session_id claim in JWT does not exist';
const WRONG = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' };
const MALFORMED = {
  status: 403,
  code: 'bad_jwt',
  message: 'invalid JWT: unable to parse or verify signature, token is malformed',
};
const UNREADABLE_EMAIL = 'Unable to validate email address: invalid format';

const ROWS: Record<string, Row> = {
  'wrong password': {
    call: post(PASSWORD_GRANT, () => ({ email: person.email, password: 'something-else' })),
    ...WRONG,
  },
  'unknown user': {
    call: post(PASSWORD_GRANT, () => ({ email: freshEmail(), password: PASSWORD })),
    ...WRONG,
  },
  'no password': { call: post(PASSWORD_GRANT, () => ({ email: person.email })), ...WRONG },
  'not confirmed, right password': {
    call: post(PASSWORD_GRANT, () => ({ email: unconfirmed, password: PASSWORD })),
    status: 400,
    code: 'email_not_confirmed',
    message: 'Email not confirmed',
  },
  'not confirmed, wrong password': {
    call: post(PASSWORD_GRANT, () => ({ email: unconfirmed, password: 'something-else' })),
    ...WRONG,
  },
  'weak password at sign-up': {
    call: post('signup', () => ({ email: freshEmail(), password: '12345' })),
    status: 422,
    code: 'weak_password',
    message: 'Password should be at least 6 characters.',
    extra: { weak_password: { reasons: ['length'] } },
  },
  'weak password later': {
    call: put(() => ({ password: '12345' })),
    status: 422,
    code: 'weak_password',
    message: 'Password should be at least 6 characters.',
    extra: { weak_password: { reasons: ['length'] } },
  },
  'same password': {
    call: put(() => ({ password: PASSWORD })),
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  },
  'e-mail taken': {
    call: put(() => ({ email: other.email })),
    status: 422,
    code: 'email_exists',
    message: 'A user with this email address has already been registered',
  },
  'wrong code': {
    call: post('verify', () => ({ type: 'signup', email: freshEmail(), token: '123456' })),
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  },
  'unknown token': {
    call: post('verify', () => ({ type: 'email', token_hash: 'gone' })),
    status: 403,
    code: 'otp_expired',
    message: LINK,
  },
  'unknown refresh token': {
    call: post('token?grant_type=refresh_token', () => ({ refresh_token: 'gone' })),
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
  'unknown PKCE code': {
    call: post('token?grant_type=pkce', () => ({ auth_code: 'gone', code_verifier: 'x'.repeat(43) })),
    status: 404,
    code: 'flow_state_not_found',
    message: 'invalid flow state, no valid flow state found',
  },
  'no bearer': {
    call: get('user'),
    status: 401,
    code: 'no_authorization',
    message: 'This endpoint requires a valid Bearer token',
  },
  'no bearer at logout': {
    call: post('logout', () => undefined),
    status: 401,
    code: 'no_authorization',
    message: 'This endpoint requires a valid Bearer token',
  },
  'the publishable key as bearer': { call: get('user', () => PUBLISHABLE_KEY), ...MALFORMED },
  'signed with another key': { call: get('user', () => forged.otherKey), ...MALFORMED },
  'without a signature': { call: get('user', () => forged.unsigned), ...MALFORMED },
  'signed with the public key as password': {
    call: get('user', () => forged.publicKeyAsPassword),
    ...MALFORMED,
  },
  'claims to be the service': { call: get('user', () => forged.serviceRole), ...MALFORMED },
  'expired token': {
    call: get('user', () => forged.expired),
    status: 403,
    code: 'bad_jwt',
    message: `${MALFORMED.message.replace('token is malformed', '')}token has invalid claims: token is expired`,
  },
  'session gone': {
    call: get('user', () => signedOut),
    status: 403,
    code: 'session_not_found',
    message: NO_SESSION,
  },
  'session gone, change': {
    call: put(
      () => ({ data: { a: 1 } }),
      () => signedOut,
    ),
    status: 403,
    code: 'session_not_found',
    message: NO_SESSION,
  },
  'session gone, logout': {
    call: post(
      'logout',
      () => undefined,
      () => signedOut,
    ),
    status: 403,
    code: 'session_not_found',
    message: NO_SESSION,
  },
  'session gone, reauthenticate': {
    call: get('reauthenticate', () => signedOut),
    status: 403,
    code: 'session_not_found',
    message: NO_SESSION,
  },
  'no e-mail': {
    call: post('signup', () => ({ password: PASSWORD })),
    status: 422,
    code: 'anonymous_provider_disabled',
    message: 'Anonymous sign-ins are disabled',
  },
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
  'no e-mail address at all': {
    call: post('recover', () => ({ email: 'maria' })),
    status: 400,
    code: 'validation_failed',
    message: UNREADABLE_EMAIL,
  },
  'half a challenge': {
    call: post('recover', () => ({ email: person.email, code_challenge: 'x'.repeat(43) })),
    status: 400,
    code: 'validation_failed',
    message: 'PKCE flow requires code_challenge_method and code_challenge',
  },
  'another provider’s token': {
    call: post('token?grant_type=id_token', () => ({ provider: 'google', id_token: 'x' })),
    status: 400,
    code: 'provider_disabled',
    message: 'Provider (issuer "https://accounts.google.com") is not enabled',
  },
  'an unknown provider’s token': {
    call: post('token?grant_type=id_token', () => ({ provider: 'nobody', id_token: 'x' })),
    status: 400,
    code: 'validation_failed',
    message: 'Custom OIDC provider "nobody" not allowed',
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
  'unknown grant': {
    call: post('token?grant_type=nothing', () => ({})),
    status: 400,
    code: 'validation_failed',
    message: 'unsupported_grant_type',
  },
  'a list instead of an object': {
    call: post('signup', () => []),
    status: 400,
    code: 'bad_json',
    message: 'Could not parse request body as JSON',
  },
  'too large': {
    call: post('signup', () => ({ email: freshEmail(), password: 'x'.repeat(1024 * 1024) })),
    status: 413,
    code: 'payload_too_large',
    message: 'Request body is too large',
  },
  'no such path': { call: get('nowhere'), status: 404, code: 'not_found', message: 'Not found' },
};

describe.each(Object.entries(ROWS))('%s', (_what, { call, status, code, message, extra = {} }) => {
  test('has the format with named codes', async () => {
    const answer = await call('2024-01-01');
    expect(answer.body).toEqual({ code, message, ...extra });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(answer.headers.get('x-sb-error-code')).toBe(code);
  });

  test('has the older format', async () => {
    const answer = await call(null);
    expect(answer.body).toEqual({ code: status, error_code: code, msg: message, ...extra });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-supabase-api-version')).toBeNull();
    expect(answer.headers.get('x-sb-error-code')).toBe(code);
  });
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

test('rejects an unknown API key', async () => {
  const answer = await fetch(`${portal.url}/auth/v1/settings`, {
    headers: { apikey: 'sb_publishable_other' },
  });
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([401, 'invalid_api_key']);
});

test('serves health, settings and keys to everyone', async () => {
  expect((await authCall(portal, 'settings', { method: 'GET' })).body).toMatchObject({
    external: { email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  });
  expect((await authCall(portal, 'health', { method: 'GET' })).status).toBe(200);
});

test('forbids caching of responses', async () => {
  const body = { email: person.email, password: PASSWORD };
  const answer = await authCall(portal, PASSWORD_GRANT, { body });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

test('records successes and failures without personal data', async () => {
  await authCall(portal, PASSWORD_GRANT, { body: { email: other.email, password: 'something-else' } });
  const rows = await portal.database.query<{ action: string; actor_id: string | null; details: unknown }>(
    'select action, actor_id, details, address from public.audit_log where subject_id = $1 order by id',
    [other.id],
  );
  expect(rows).toMatchObject([
    { action: 'auth.signed_in', actor_id: other.id, details: { method: 'password' } },
    { action: 'auth.sign_in_failed', actor_id: null, details: {} },
  ]);
  expect(JSON.stringify(rows)).not.toContain(other.email);
});
