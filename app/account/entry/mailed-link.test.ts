import { expect, test, vi } from 'vitest';
import { ApiError } from '#app/shared/api/api.ts';
import { type EntryLink, readLink, takeUp } from './mailed-link.ts';

const mailed = (type: string) => ({ tokenHash: 'abc', type, redirectTo: null });

test.each<[string, string, EntryLink]>([
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
  expect(readLink('signup', search, hash)).toEqual(link);
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

test('throws for a refused token only', async () => {
  const link: EntryLink = { kind: 'token', tokenHash: 'abc', type: 'signup' };
  const auth = authThat({ redeemed: refused });
  await expect(takeUp(auth, 'signup', link)).rejects.toThrow('Email link is invalid or has expired');
  expect(auth.redeemToken).toHaveBeenCalledWith('signup', 'abc');
  expect(await takeUp(auth, 'signup', { kind: 'none' })).toEqual({ kind: 'none' });
});

test.each([
  ['this browser', true, 'signed-in'],
  ['another browser', false, 'other-browser'],
])('a code that %s asked for leads to: %j', async (_, code, kind) => {
  expect(await takeUp(authThat({ code }), 'signup', { kind: 'code', code: 'xyz' })).toEqual({ kind });
});

test.each<[string, EntryLink]>([
  ['tokens', { kind: 'session', ...tokens }],
  ['a token', { kind: 'token', tokenHash: 'abc', type: 'signup' }],
])('%s of another person’s account are offered, not accepted', async (_, link) => {
  const auth = authThat();
  await expect(takeUp(auth, 'signup', link)).resolves.toEqual({
    kind: 'offered',
    offer: { ...tokens, email: 'rosa@example.com', signedInAs: null },
  });
  expect(auth.logInByToken).not.toHaveBeenCalled();
});

test('tokens of the signed-in person become the session', async () => {
  const auth = authThat({ signedIn: rosa });
  await expect(takeUp(auth, 'signup', { kind: 'session', ...tokens })).resolves.toEqual({
    kind: 'signed-in',
  });
  expect(auth.logInByToken).toHaveBeenCalledWith('r');
});
