import {
  AuthApiError,
  AuthPKCECodeVerifierMissingError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
} from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { openResetLink, readResetLink } from './reset-link.ts';

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
  ['?token_hash=t&type=recovery', '', { kind: 'token', tokenHash: 't' }],
  ['?token_hash=t&type=signup', '', { kind: 'none' }],
  [
    '',
    '#token_hash=t&type=recovery',
    { kind: 'mailed', link: { tokenHash: 't', type: 'recovery', redirectTo: null } },
  ],
  ['', '#token_hash=t&type=signup', { kind: 'none' }],
])('the link %j %j', (search, hash, expected) => {
  expect(readResetLink(search, hash)).toEqual(expected);
});

vi.spyOn(console, 'warn').mockImplementation(() => {});
const rosa = { id: 'rosa', email: 'rosa@example.com' };
const isRosa = async () => ({ data: { user: rosa }, error: null });
const link = readResetLink('', session);
const unexpectedCall = () => Promise.reject(new Error('unexpected call'));

/** Rosa is already logged in here, so her own link is accepted at once. */
const authWith = (answer: () => Promise<unknown>, getUser: () => Promise<unknown> = isRosa) => {
  const auth = {
    getUser,
    getSession: async () => ({ data: { session: { user: rosa } }, error: null }),
    setSession: answer,
    exchangeCodeForSession: answer,
  };
  return auth as never;
};
const refused = (error: unknown) => authWith(async () => ({ data: { session: null }, error }));

test.each([
  ['is expired', refused(new AuthApiError('Token has expired or is invalid', 403, 'otp_expired')), 'expired'],
  ['has no token', refused(new AuthSessionMissingError()), 'expired'],
  ['meets a connection error', refused(new AuthRetryableFetchError('Failed to fetch', 0)), 'unreachable'],
  ['meets a server error', refused(new AuthApiError('oh', 500, 'unexpected_failure')), 'unreachable'],
  ['meets an exception', authWith(() => Promise.reject(new Error('no storage'))), 'unreachable'],
  [
    'has the tokens of an ended session',
    authWith(unexpectedCall, async () => ({ data: { user: null }, error: new AuthSessionMissingError() })),
    'expired',
  ],
])('a link that %s', async (_, auth, problem) => {
  expect(await openResetLink(auth, unexpectedCall, link)).toEqual({ problem });
});

test('a link that works', async () => {
  const auth = authWith(async () => ({ data: { session: {} }, error: null }));
  expect(await openResetLink(auth, unexpectedCall, link)).toEqual({ problem: null, offer: null });
});

test.each([
  ['tokens', link],
  ['a token', readResetLink('?token_hash=t&type=recovery', '')],
])('%s of another account than the one that is logged in are offered', async (_, given) => {
  const eve = { id: 'eve', email: 'eve@example.com' };
  const auth = authWith(unexpectedCall, async () => ({ data: { user: eve }, error: null }));
  const verify = (async () => ({
    data: { session: { access_token: 'a', refresh_token: 'r' } },
    error: null,
  })) as never;
  expect(await openResetLink(auth, verify, given)).toEqual({
    problem: null,
    offer: { accessToken: 'a', refreshToken: 'r', email: 'eve@example.com', signedInAs: 'rosa@example.com' },
  });
});

test('a code for another browser leads to the code in the email', async () => {
  const auth = refused(new AuthPKCECodeVerifierMissingError());
  expect(await openResetLink(auth, unexpectedCall, readResetLink('?code=c', ''))).toEqual({
    problem: 'other-browser',
  });
});

test('without a link unexpectedCall is asked', async () => {
  const auth = authWith(unexpectedCall);
  expect(await openResetLink(auth, unexpectedCall, { kind: 'none' })).toEqual({ problem: 'missing' });
  expect(await openResetLink(auth, unexpectedCall, { kind: 'refused' })).toEqual({ problem: 'expired' });
});
