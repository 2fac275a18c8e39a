import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/supabase-js';
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
])('the link %j %j', (search, hash, expected) => {
  expect(readResetLink(search, hash)).toEqual(expected);
});

vi.spyOn(console, 'warn').mockImplementation(() => {});
const link = readResetLink('', session);
const answering = (answer: () => Promise<unknown>) => {
  const call = answer as never;
  return { setSession: call, verifyOtp: call, exchangeCodeForSession: call };
};
const refused = (error: unknown) => answering(async () => ({ data: { session: null }, error }));

test.each([
  ['works', answering(async () => ({ data: { session: {} }, error: null })), null],
  ['is expired', refused(new AuthApiError('Token has expired or is invalid', 403, 'otp_expired')), 'expired'],
  ['is no token', refused(new AuthSessionMissingError()), 'expired'],
  ['opens nothing', answering(async () => ({ data: { session: null }, error: null })), 'no-session'],
  ['meets a dead line', refused(new AuthRetryableFetchError('Failed to fetch', 0)), 'unreachable'],
  ['meets a broken server', refused(new AuthApiError('oh', 500, 'unexpected_failure')), 'unreachable'],
  ['meets an exception', answering(() => Promise.reject(new Error('no storage'))), 'unreachable'],
])('a link that %s', async (_, auth, problem) => {
  expect(await openResetLink(auth, link)).toBe(problem);
});

test('without a link nobody is asked', async () => {
  const nobody = answering(() => Promise.reject(new Error('asked')));
  expect(await openResetLink(nobody, { kind: 'none' })).toBe('missing');
  expect(await openResetLink(nobody, { kind: 'refused' })).toBe('expired');
});
