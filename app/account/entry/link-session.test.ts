import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasBegun, rememberFlow } from './begun-flow.ts';
import { type SessionAuth, takeOrOffer } from './link-session.ts';

const tokens = { accessToken: 'a', refreshToken: 'r' };
const eve = { id: 'eve', email: 'eve@example.com' };
const ana = { id: 'ana', email: 'ana@example.com' };
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function authOf(owner: typeof eve, present: typeof eve | null) {
  const setSession = vi.fn(async () => ({ data: { session: {} }, error: null }));
  const auth = {
    getUser: async () => ({ data: { user: owner }, error: null }),
    getSession: async () => ({ data: { session: present && { user: present } }, error: null }),
    setSession,
  };
  return { auth: auth as unknown as SessionAuth, setSession };
}

test('a link that this browser did not ask for is offered, and opens nothing by itself', async () => {
  const { auth, setSession } = authOf(eve, null);
  expect(await takeOrOffer(auth, 'recovery', tokens)).toEqual({
    ...tokens,
    email: 'eve@example.com',
    signedInAs: null,
  });
  expect(setSession).not.toHaveBeenCalled();
});

test('it never replaces the person who is logged in, even if this browser asked for it', async () => {
  rememberFlow('recovery', 'eve@example.com');
  const { auth, setSession } = authOf(eve, ana);
  expect(await takeOrOffer(auth, 'recovery', tokens)).toMatchObject({ signedInAs: 'ana@example.com' });
  expect(setSession).not.toHaveBeenCalled();
});

test.each([
  ['this browser asked for it', null, 'Ana@Example.com'],
  ['the same person is logged in', ana, null],
])('it is taken where %s', async (_, present, begunFor) => {
  if (begunFor) rememberFlow('recovery', begunFor);
  const { auth, setSession } = authOf(ana, present);
  expect(await takeOrOffer(auth, 'recovery', tokens)).toBeNull();
  expect(setSession).toHaveBeenCalledWith({ access_token: 'a', refresh_token: 'r' });
});

test('a flow for another address or purpose, or from a day ago, does not count', () => {
  vi.useFakeTimers();
  rememberFlow('signup', 'ana@example.com');
  expect(hasBegun('signup', 'ana@example.com')).toBe(true);
  expect(hasBegun('signup', 'eve@example.com')).toBe(false);
  expect(hasBegun('recovery', 'ana@example.com')).toBe(false);
  vi.advanceTimersByTime(25 * 60 * 60 * 1000);
  expect(hasBegun('signup', 'ana@example.com')).toBe(false);
});

test.each(['', 'x', '[]', '{"email":1}', '{"email":"ana@example.com","at":"soon"}'])(
  'the storage holds %j',
  (text) => {
    kept.set('nutmeg.begun.signup', text);
    expect(hasBegun('signup', 'ana@example.com')).toBe(false);
  },
);

test('tokens that the server refuses are an error', async () => {
  const { auth, setSession } = authOf(ana, null);
  const refused = new Error('bad_jwt');
  auth.getUser = (async () => ({ data: { user: null }, error: refused })) as never;
  await expect(takeOrOffer(auth, 'signup', tokens)).rejects.toBe(refused);
  expect(setSession).not.toHaveBeenCalled();
});
