import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptOrOffer } from './link-session.ts';
import { hasStarted, rememberFlow } from './started-flow.ts';

const tokens = { accessToken: 'a', refreshToken: 'r' };
const eve = { id: 'eve', email: 'eve@example.com' };
const ana = { id: 'ana', email: 'ana@example.com' };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function authOf(owner: typeof eve, present: typeof eve | null) {
  return {
    userOf: vi.fn(async () => owner as never),
    signedInUser: async () => present as never,
    logInByToken: vi.fn(async () => undefined),
  };
}

test('a link that this browser did not ask for is offered, not accepted', async () => {
  const auth = authOf(eve, null);
  expect(await acceptOrOffer(auth, 'recovery', tokens)).toEqual({
    ...tokens,
    email: 'eve@example.com',
    signedInAs: null,
  });
  expect(auth.logInByToken).not.toHaveBeenCalled();
});

test('does not replace another signed-in person, even if this browser asked for the link', async () => {
  rememberFlow('recovery', 'eve@example.com');
  const auth = authOf(eve, ana);
  expect(await acceptOrOffer(auth, 'recovery', tokens)).toMatchObject({ signedInAs: 'ana@example.com' });
  expect(auth.logInByToken).not.toHaveBeenCalled();
});

test.each([
  ['this browser asked for it', null, 'Ana@Example.com'],
  ['the same person is logged in', ana, null],
])('accepts a link if %s', async (_, present, startedFor) => {
  if (startedFor) rememberFlow('recovery', startedFor);
  const auth = authOf(ana, present);
  expect(await acceptOrOffer(auth, 'recovery', tokens)).toBeNull();
  expect(auth.logInByToken).toHaveBeenCalledWith('r');
});

test('a flow for another address or purpose, or from over a day ago, does not count', () => {
  vi.useFakeTimers();
  rememberFlow('signup', 'ana@example.com');
  expect(hasStarted('signup', 'ana@example.com')).toBe(true);
  expect(hasStarted('signup', 'eve@example.com')).toBe(false);
  expect(hasStarted('recovery', 'ana@example.com')).toBe(false);
  vi.advanceTimersByTime(25 * 60 * 60 * 1000);
  expect(hasStarted('signup', 'ana@example.com')).toBe(false);
});

test.each(['', 'x', '[]', '{"email":1}', '{"email":"ana@example.com","at":"soon"}'])(
  'ignores %j in the storage',
  (text) => {
    stored.set('nutmeg.begun.signup', text);
    expect(hasStarted('signup', 'ana@example.com')).toBe(false);
  },
);

test('throws for tokens that the server refuses', async () => {
  const auth = authOf(ana, null);
  const refused = new Error('bad_jwt');
  auth.userOf.mockRejectedValue(refused);
  await expect(acceptOrOffer(auth, 'signup', tokens)).rejects.toBe(refused);
  expect(auth.logInByToken).not.toHaveBeenCalled();
});
