import { beforeAll, expect, test } from 'vitest';
import { type ForgedTokens, forgeTokens } from '#tests/rls/forged-tokens.ts';
import { createPerson, freshEmail, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { type ErrorRow, errorCalls, testErrors } from '../support/auth-errors.ts';
import { authCall } from '../support/auth-wire.ts';
import { proveMailbox } from '../support/mail-proof.ts';

const portal = portalForFile();
let person: Person;
let other: Person;
let unconfirmed: string;
let bearer: string;
let signedOut: string;
let forged: ForgedTokens;

beforeAll(async () => {
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

const { post, get } = errorCalls(() => portal);
const put = (body: () => unknown, token: () => string = () => bearer): ErrorRow['call'] => {
  return (version) => authCall(portal, 'user', { method: 'PUT', body: body(), bearer: token(), version });
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

const ROWS: Record<string, ErrorRow> = {
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

testErrors(ROWS);

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
