import { expect, test, vi } from 'vitest';
import { ApiError } from '#app/shared/api/api.ts';
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

const refused = new ApiError(403, { code: 'otp_expired', message: 'Email link is invalid or has expired' });
const rosa = { id: 'rosa', email: 'rosa@example.com' };
const tokens = { accessToken: 'a', refreshToken: 'r' };

function authThat(answers: { signedIn?: typeof rosa; redeemed?: Error; code?: boolean } = {}) {
  return {
    redeemToken: vi.fn(async () => {
      if (answers.redeemed) throw answers.redeemed;
      return tokens;
    }),
    logInByLinkCode: vi.fn(async () => answers.code ?? false),
    logInByToken: vi.fn(async () => undefined),
    userOf: async () => rosa as never,
    signedInUser: async () => (answers.signedIn ?? null) as never,
  };
}

test('throws for a refused token and for an empty link', async () => {
  const link: ConfirmationLink = { kind: 'token', tokenHash: 'abc', type: 'signup' };
  const auth = authThat({ redeemed: refused });
  await expect(confirmEmail(auth, link)).rejects.toThrow('Email link is invalid or has expired');
  expect(auth.redeemToken).toHaveBeenCalledWith('signup', 'abc');
  await expect(confirmEmail(auth, { kind: 'none' })).rejects.toThrow();
});

test.each([
  ['this browser', true, 'signed-in'],
  ['another browser', false, 'confirmed'],
])('a code that %s asked for leads to: %j', async (_, code, kind) => {
  expect(await confirmEmail(authThat({ code }), { kind: 'code', code: 'xyz' })).toEqual({ kind });
});

test.each<[string, ConfirmationLink]>([
  ['tokens', { kind: 'session', ...tokens }],
  ['a token', { kind: 'token', tokenHash: 'abc', type: 'signup' }],
])('%s of another person’s account are offered, not accepted', async (_, link) => {
  const auth = authThat();
  await expect(confirmEmail(auth, link)).resolves.toEqual({
    kind: 'offered',
    offer: { ...tokens, email: 'rosa@example.com', signedInAs: null },
  });
  expect(auth.logInByToken).not.toHaveBeenCalled();
});

test('tokens of the signed-in person become the session', async () => {
  const auth = authThat({ signedIn: rosa });
  await expect(confirmEmail(auth, { kind: 'session', ...tokens })).resolves.toEqual({ kind: 'signed-in' });
  expect(auth.logInByToken).toHaveBeenCalledWith('r');
});

test('a link may be tried again only if it was not refused', () => {
  expect(mayTryAgain(refused)).toBe(false);
  expect(mayTryAgain(new TypeError('Failed to fetch'))).toBe(true);
  expect(mayTryAgain(new ApiError(503, null))).toBe(true);
});

test('the pause between emails is the one that the server asks for', () => {
  const code = 'over_email_send_rate_limit';
  const message = 'For security purposes, you can only request this after 42 seconds.';
  expect(secondsToWait({ code, message })).toBe(42);
  expect(secondsToWait({ code, message: 'slower' })).toBe(0);
  expect(secondsToWait({ code: 'over_request_rate_limit', message })).toBe(0);
});
