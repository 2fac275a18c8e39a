import { AuthApiError, AuthPKCECodeVerifierMissingError } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import {
  type ConfirmationLink,
  confirmEmail,
  mayTryAgain,
  readConfirmationLink,
  secondsToWait,
} from './confirmation.ts';

const mailed = (type: string) => ({ tokenHash: 'abc', type, redirectTo: null });

test.each<[string, string, ConfirmationLink]>([
  ['', '', { kind: 'none' }],
  ['?utm_source=mail', '#top', { kind: 'none' }],
  ['?token_hash=abc&type=email', '', { kind: 'token', tokenHash: 'abc', type: 'email' }],
  ['?token_hash=abc&type=recovery', '', { kind: 'token', tokenHash: 'abc', type: 'signup' }],
  ['', '#token_hash=abc&type=signup', { kind: 'mailed', link: mailed('signup') }],
  // For another page.
  ['', '#token_hash=abc&type=recovery', { kind: 'none' }],
  ['?code=xyz', '', { kind: 'code', code: 'xyz' }],
  [
    '',
    '#access_token=a&refresh_token=r&type=signup',
    { kind: 'session', accessToken: 'a', refreshToken: 'r' },
  ],
  // For another page.
  ['', '#access_token=a&refresh_token=r&type=recovery', { kind: 'none' }],
  ['', '#access_token=a&type=signup', { kind: 'none' }],
  ['', '#error=access_denied&error_code=otp_expired', { kind: 'refused' }],
  ['?error=access_denied&code=xyz', '', { kind: 'refused' }],
])('%s%s', (search, hash, link) => {
  expect(readConfirmationLink(search, hash)).toEqual(link);
});

const nothing = { data: { user: null, session: null }, error: null };
const refused = {
  ...nothing,
  error: new AuthApiError('Email link is invalid or has expired', 403, 'otp_expired'),
};

function authThat(answers: Record<string, unknown>) {
  const auth = {
    exchangeCodeForSession: vi.fn(),
    setSession: vi.fn(),
    getUser: vi.fn(),
    getSession: vi.fn(),
  };
  for (const [name, answer] of Object.entries(answers))
    auth[name as keyof typeof auth].mockResolvedValue(answer);
  return auth;
}

test('throws for a refused token and for an empty link', async () => {
  const link: ConfirmationLink = { kind: 'token', tokenHash: 'abc', type: 'signup' };
  const auth = authThat({});
  const verify = vi.fn(async () => refused);
  await expect(confirmEmail(auth, verify, link)).rejects.toThrow('Email link is invalid or has expired');
  expect(verify).toHaveBeenCalledWith({ token_hash: 'abc', type: 'signup' });
  await expect(confirmEmail(auth, verify, { kind: 'none' })).rejects.toThrow();
});

test('a code that is opened in another browser confirms without signing in', async () => {
  const elsewhere = { data: { user: null, session: null }, error: new AuthPKCECodeVerifierMissingError() };
  const auth = authThat({ exchangeCodeForSession: elsewhere });
  await expect(confirmEmail(auth, vi.fn(), { kind: 'code', code: 'xyz' })).resolves.toEqual({
    kind: 'confirmed',
  });
});

const rosa = { id: 'rosa', email: 'rosa@example.com' };
const tokens = { accessToken: 'a', refreshToken: 'r' };
const redeemed = { data: { user: rosa, session: { access_token: 'a', refresh_token: 'r' } }, error: null };

test.each<[string, ConfirmationLink]>([
  ['tokens', { kind: 'session', ...tokens }],
  ['a token', { kind: 'token', tokenHash: 'abc', type: 'signup' }],
])('%s of another person’s account are offered, not accepted', async (_, link) => {
  const auth = authThat({
    getUser: { data: { user: rosa }, error: null },
    getSession: { data: { session: null }, error: null },
  });
  const verify = vi.fn(async () => redeemed) as never;
  await expect(confirmEmail(auth, verify, link)).resolves.toEqual({
    kind: 'offered',
    offer: { ...tokens, email: 'rosa@example.com', signedInAs: null },
  });
  expect(auth.setSession).not.toHaveBeenCalled();
});

test('tokens of the signed-in person become the session', async () => {
  const auth = authThat({
    getUser: { data: { user: rosa }, error: null },
    getSession: { data: { session: { user: rosa } }, error: null },
    setSession: { data: { user: {}, session: {} }, error: null },
  });
  const link: ConfirmationLink = { kind: 'session', ...tokens };
  await expect(confirmEmail(auth, vi.fn(), link)).resolves.toEqual({ kind: 'signed-in' });
  expect(auth.setSession).toHaveBeenCalledWith({ access_token: 'a', refresh_token: 'r' });
});

test('a link may be tried again only after a connection error', () => {
  expect(mayTryAgain(refused.error)).toBe(false);
  expect(mayTryAgain({ name: 'AuthRetryableFetchError', status: 0, message: 'Failed to fetch' })).toBe(true);
});

test('the pause between emails is the one that the server asks for', () => {
  const code = 'over_email_send_rate_limit';
  const message = 'For security purposes, you can only request this after 42 seconds.';
  expect(secondsToWait({ code, message })).toBe(42);
  expect(secondsToWait({ code, message: 'slower' })).toBe(0);
  expect(secondsToWait({ code: 'over_request_rate_limit', message })).toBe(0);
});
