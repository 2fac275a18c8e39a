import { expect, test, vi } from 'vitest';
import { ApiError } from '#app/shared/api/api.ts';
import { readLink } from '../entry/mailed-link.ts';
import { openResetLink } from './reset-link.ts';

const session = '#access_token=a&refresh_token=r&type=recovery&expires_in=3600';

test.each([
  ['', session, { kind: 'session', accessToken: 'a', refreshToken: 'r' }],
  ['', '#access_token=a&refresh_token=r&type=signup', { kind: 'none' }],
  ['', '#access_token=a&type=recovery', { kind: 'none' }],
  ['', '#refresh_token=r&type=recovery', { kind: 'none' }],
  ['', '#access_token=&refresh_token=r&type=recovery', { kind: 'none' }],
  ['', '', { kind: 'none' }],
  ['', '#error=access_denied&error_code=otp_expired', { kind: 'refused' }],
  ['?error=access_denied&error_code=otp_expired', '', { kind: 'refused' }],
  ['?code=c', '', { kind: 'code', code: 'c' }],
  ['?token_hash=t&type=recovery', '', { kind: 'token', tokenHash: 't', type: 'recovery' }],
  ['?token_hash=t&type=signup', '', { kind: 'none' }],
  [
    '',
    '#token_hash=t&type=recovery',
    { kind: 'mailed', link: { tokenHash: 't', type: 'recovery', redirectTo: null } },
  ],
  ['', '#token_hash=t&type=signup', { kind: 'none' }],
])('the link %j %j', (search, hash, expected) => {
  expect(readLink('recovery', search, hash)).toEqual(expected);
});

vi.spyOn(console, 'warn').mockImplementation(() => {});
const rosa = { id: 'rosa', email: 'rosa@example.com' };
const tokens = { accessToken: 'a', refreshToken: 'r' };
const link = readLink('recovery', '', session);

/** Rosa is logged in here. The link is of `owner`, or is refused. */
function authWith({
  owner = rosa,
  error,
  code = true,
}: {
  owner?: typeof rosa;
  error?: Error;
  code?: boolean;
}) {
  const answer = <Value>(value: Value) =>
    vi.fn(async () => {
      if (error) throw error;
      return value;
    });
  return {
    redeemToken: answer(tokens),
    logInByLinkCode: answer(code),
    logInByToken: answer(undefined),
    userOf: async () => owner as never,
    signedInUser: async () => rosa as never,
  };
}

test.each<[string, Error, string]>([
  ['is expired', new ApiError(403, { code: 'otp_expired' }), 'refused'],
  ['is of an ended session', new ApiError(403, { code: 'session_not_found' }), 'refused'],
  ['meets a connection error', new TypeError('Failed to fetch'), 'unreachable'],
  ['meets a server error', new ApiError(500, { code: 'unexpected_failure' }), 'unreachable'],
  ['comes too often', new ApiError(429, { code: 'over_request_rate_limit' }), 'unreachable'],
  ['meets a page of a network', new ApiError(403, null), 'unreachable'],
])('a link that %s', async (_, error, kind) => {
  expect(await openResetLink(authWith({ error }), link)).toEqual({ kind });
});

test('a link that works', async () => {
  const auth = authWith({});
  expect(await openResetLink(auth, link)).toEqual({ kind: 'signed-in' });
  expect(auth.logInByToken).toHaveBeenCalledWith('r');
});

test.each([
  ['tokens', link],
  ['a token', readLink('recovery', '?token_hash=t&type=recovery', '')],
])('%s of another account than the one that is logged in are offered', async (_, given) => {
  const auth = authWith({ owner: { id: 'eve', email: 'eve@example.com' } });
  expect(await openResetLink(auth, given)).toEqual({
    kind: 'offered',
    offer: { ...tokens, email: 'eve@example.com', signedInAs: 'rosa@example.com' },
  });
  expect(auth.logInByToken).not.toHaveBeenCalled();
});

test('a code for another browser leads to the code in the email', async () => {
  const auth = authWith({ code: false });
  expect(await openResetLink(auth, readLink('recovery', '?code=c', ''))).toEqual({
    kind: 'other-browser',
  });
});

test('without a link the server is not asked', async () => {
  const auth = authWith({ error: new Error('unexpected call') });
  expect(await openResetLink(auth, { kind: 'none' })).toEqual({ kind: 'none' });
  expect(await openResetLink(auth, { kind: 'refused' })).toEqual({ kind: 'refused' });
});
