import type { Session, User } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import type { Profile } from './profile.ts';
import { createSessionStore, type SessionDeps } from './session-store.ts';

const ana = { id: 'ana', email: 'ana@example.com', created_at: '2025-01-05T10:00:00Z' };
const anaProfile: Profile = {
  user_id: 'ana',
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: 'Ruiz',
  referred_by: '',
  phone: '2035550142',
  role: 'admin',
  language: 'en',
  created_at: ana.created_at,
};
const userOf = (person: typeof ana) =>
  ({
    ...person,
    user_metadata: { first_name: 'Ana', role: 'super' },
    app_metadata: {},
    aud: 'authenticated',
  }) satisfies User;
const sessionOf = (person: typeof ana, token = 'token'): Session => ({
  user: userOf(person),
  access_token: token,
  refresh_token: 'refresh',
  expires_in: 3600,
  token_type: 'bearer',
});

function setUp(overrides: Partial<SessionDeps> = {}) {
  let emit: (session: Session | null) => void = () => {
    throw new Error('there is no listener');
  };
  const end = vi.fn(async () => undefined);
  const deps = {
    session: {
      subscribe: vi.fn((listener: typeof emit) => {
        emit = listener;
        return () => true;
      }),
      end,
    },
    lastProfile: vi.fn((): Profile | null => null),
    loadProfile: vi.fn(async (): Promise<Profile | null> => anaProfile),
    recordSession: vi.fn(),
    onUserChange: vi.fn(),
    loggedOut: { read: vi.fn((): string | null => null), save: vi.fn(), clear: vi.fn() },
    kept: { know: vi.fn(), store: vi.fn(), forget: vi.fn() },
    gate: { close: vi.fn(), open: vi.fn() },
    warn: vi.fn(),
    ...overrides,
  };
  const store = createSessionStore(deps);
  store.subscribe(() => {});
  return { store, deps, end, emit: (session: Session | null) => emit(session) };
}

test('is loading until the session is known, then signed out or signed in with the profile', async () => {
  const { store, deps, emit } = setUp();
  expect(store.read().status).toBe('loading');
  emit(null);
  expect(store.read()).toMatchObject({ status: 'signed-out', user: null, role: 'client' });
  expect(deps.recordSession).toHaveBeenLastCalledWith(null);

  emit(sessionOf(ana));
  expect(store.read()).toMatchObject({
    status: 'signed-in',
    profile: null,
    profileLoading: true,
    role: 'client',
  });
  await vi.waitFor(() => expect(store.read().profileLoading).toBe(false));
  expect(store.read()).toMatchObject({ profile: anaProfile, role: 'admin' });
  expect(deps.recordSession).toHaveBeenLastCalledWith('admin');
});

test('a profile that can not be loaded becomes a basic one with the role client', async () => {
  const { store, deps, emit } = setUp({ loadProfile: () => Promise.reject(new Error('down')) });
  emit(sessionOf(ana));
  await vi.waitFor(() => expect(store.read().profileLoading).toBe(false));
  expect(store.read()).toMatchObject({ profile: { first_name: 'Ana', role: 'client' }, role: 'client' });
  expect(deps.warn).toHaveBeenCalledOnce();
});

test('shows the profile of the last visit until it is loaded', async () => {
  const loaded = { ...anaProfile, first_name: 'Anna', role: 'client' };
  const { store, deps, emit } = setUp({
    lastProfile: vi.fn(() => anaProfile),
    loadProfile: vi.fn(async () => loaded),
  });
  emit(sessionOf(ana));
  expect(store.read()).toMatchObject({ profile: anaProfile, role: 'admin', profileLoading: true });
  expect(deps.lastProfile).toHaveBeenCalledExactlyOnceWith('ana');
  await vi.waitFor(() => expect(store.read()).toMatchObject({ profile: loaded, role: 'client' }));
});

test('a later failure keeps the loaded profile', async () => {
  const loadProfile = vi.fn(async (): Promise<Profile | null> => anaProfile);
  const { store, emit } = setUp({ loadProfile });
  emit(sessionOf(ana));
  await vi.waitFor(() => expect(store.read().role).toBe('admin'));
  loadProfile.mockRejectedValueOnce(new Error('down'));
  emit(sessionOf(ana, 'renewed'));
  await vi.waitFor(() => expect(loadProfile).toHaveBeenCalledTimes(2));
  expect(store.read()).toMatchObject({ profile: anaProfile, role: 'admin' });
});

test('a missing profile is loaded again at the next report; a complete one is not', async () => {
  const loadProfile = vi.fn(async (): Promise<Profile | null> => null);
  const { store, emit } = setUp({ loadProfile });
  emit(sessionOf(ana));
  await vi.waitFor(() => expect(store.read().profileLoading).toBe(false));
  expect(store.read()).toMatchObject({ status: 'signed-in', profile: null });
  loadProfile.mockResolvedValue(anaProfile);
  emit(sessionOf(ana));
  await vi.waitFor(() => expect(store.read().profile).toEqual(anaProfile));
  emit(sessionOf(ana));
  expect(loadProfile).toHaveBeenCalledTimes(2);
});

test('a response for the previous person is ignored', async () => {
  const answers = new Map<string, (profile: Profile) => void>();
  const { store, deps, emit } = setUp({
    loadProfile: (id) => new Promise((resolve) => answers.set(id, resolve)),
  });
  const bea = { ...ana, id: 'bea' };
  emit(sessionOf(ana));
  emit(sessionOf(bea));
  expect(deps.onUserChange).toHaveBeenCalledOnce();
  answers.get('bea')?.({ ...anaProfile, user_id: 'bea', role: 'client' });
  answers.get('ana')?.(anaProfile);
  await vi.waitFor(() => expect(store.read().profileLoading).toBe(false));
  expect(store.read()).toMatchObject({ profile: { user_id: 'bea' }, role: 'client' });
});

test('signing out clears the state even if the server can’t be reached', async () => {
  const { store, deps, end, emit } = setUp();
  emit(sessionOf(ana));
  await vi.waitFor(() => expect(store.read().role).toBe('admin'));
  end.mockRejectedValue(new TypeError('Failed to fetch'));
  await store.signOut();
  expect(store.read()).toMatchObject({ status: 'signed-out', user: null, profile: null, role: 'client' });
  expect(deps.onUserChange).toHaveBeenCalledOnce();
  expect(deps.recordSession).toHaveBeenLastCalledWith(null);
  expect(deps.warn).toHaveBeenCalledOnce();
});

test('a login during a slow logout goes on', async () => {
  const { store, end, emit } = setUp();
  emit(sessionOf(ana));
  const answer = Promise.withResolvers<undefined>();
  end.mockImplementation(() => {
    emit(null);
    return answer.promise;
  });
  const over = store.signOut();
  emit(sessionOf(ana, 'next'));
  answer.resolve(undefined);
  await over;
  expect(store.read()).toMatchObject({ status: 'signed-in', missing: null });
});

test('follows the session once for any number of subscribers', () => {
  const { store, deps } = setUp();
  store.subscribe(() => {});
  expect(deps.session.subscribe).toHaveBeenCalledOnce();
});

test('reports that a session ended for idleness, and resets that for the next one', async () => {
  const { store, end, emit } = setUp();
  emit(sessionOf(ana));
  end.mockImplementation(async () => emit(null) as undefined);
  await store.signOut('idle');
  expect(store.read()).toMatchObject({ status: 'signed-out', endedBy: 'idle' });
  emit(sessionOf(ana));
  await store.signOut();
  expect(store.read()).toMatchObject({ status: 'signed-out', endedBy: null });
});

test('keeps the reason of the end when the page becomes visible again, until a logout in another tab', async () => {
  const loggedOut = { read: vi.fn((): string | null => null), save: vi.fn(), clear: vi.fn() };
  const { store, end, emit } = setUp({ loggedOut });
  emit(sessionOf(ana));
  store.holdPages();
  end.mockImplementation(async () => emit(null) as undefined);
  await store.signOut('idle');
  emit(null);
  expect(store.read()).toMatchObject({ missing: 'login', endedBy: 'idle' });
  loggedOut.read.mockReturnValue('ana');
  emit(null);
  expect(store.read()).toMatchObject({ status: 'signed-out', user: null });
});

/** A session of a person who has a second factor. */
const withFactor = (person: typeof ana, isVerified: boolean): Session => ({
  ...sessionOf(person),
  access_token: `x.${btoa(JSON.stringify({ aal: isVerified ? 'aal2' : 'aal1' }))}.x`,
  user: {
    ...userOf(person),
    factors: [{ id: 'app', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' }],
  },
});

test('pages that are open stay when the session ends, and go on after a login of the same person', async () => {
  const { store, deps, emit } = setUp();
  emit(sessionOf(ana));
  store.holdPages();
  emit(null);
  expect(store.read()).toMatchObject({ status: 'signed-in', user: { id: 'ana' }, missing: 'login' });
  expect(deps.gate.close).toHaveBeenCalledOnce();
  expect(deps.kept.store).toHaveBeenCalledExactlyOnceWith('ana');
  expect(deps.recordSession).toHaveBeenLastCalledWith(null);
  emit(sessionOf(ana));
  expect(store.read()).toMatchObject({ missing: null });
  expect(deps.gate.open).toHaveBeenLastCalledWith(true);
  expect(deps.onUserChange).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(deps.recordSession).toHaveBeenLastCalledWith('admin'));
});

test('nothing goes on if another person logs in', () => {
  const { store, deps, emit } = setUp();
  emit(sessionOf(ana));
  store.holdPages();
  emit(null);
  emit(sessionOf({ ...ana, id: 'bea' }));
  expect(store.read()).toMatchObject({ user: { id: 'bea' }, missing: null, profile: null });
  expect(deps.gate.open).toHaveBeenLastCalledWith(false);
  expect(deps.onUserChange).toHaveBeenCalledOnce();
});

test('a second factor that is due again is asked for over the pages, also after a login', () => {
  const { store, deps, emit } = setUp();
  emit(withFactor(ana, true));
  store.holdPages();
  emit(withFactor(ana, false));
  expect(store.read()).toMatchObject({ missing: 'code', secondFactor: 'verified' });
  // For a reload in between.
  expect(deps.kept.store).toHaveBeenCalledExactlyOnceWith('ana');
  emit(null);
  expect(store.read()).toMatchObject({ missing: 'login' });
  emit(withFactor(ana, false));
  expect(store.read()).toMatchObject({ missing: 'code' });
  expect(deps.gate.open).not.toHaveBeenCalledWith(true);
  emit(withFactor(ana, true));
  expect(store.read()).toMatchObject({ missing: null });
  expect(deps.gate.open).toHaveBeenLastCalledWith(true);
});

test.each([
  ['in this tab', async (store: ReturnType<typeof setUp>) => store.store.signOut()],
  [
    'in another tab',
    async ({ deps, emit }: ReturnType<typeof setUp>) => {
      vi.mocked(deps.loggedOut.read).mockReturnValue('ana');
      emit(null);
    },
  ],
])('a person who logs out %s leaves no page open', async (_, logOut) => {
  const setup = setUp();
  setup.emit(sessionOf(ana));
  setup.store.holdPages();
  await logOut(setup);
  expect(setup.store.read()).toMatchObject({ status: 'signed-out', user: null, missing: null });
  expect(setup.deps.onUserChange).toHaveBeenCalledOnce();
  expect(setup.deps.gate.open).toHaveBeenLastCalledWith(false);
});

test('a tab that wakes while another one logs out forgets nothing of that', () => {
  const { store, deps, emit } = setUp();
  emit(sessionOf(ana));
  store.holdPages();
  vi.mocked(deps.loggedOut.clear).mockClear();
  emit(sessionOf(ana));
  expect(deps.loggedOut.clear).not.toHaveBeenCalled();
});

test('a person who leaves the pages without a login is signed out', async () => {
  const { store, emit } = setUp();
  emit(sessionOf(ana));
  const leave = store.holdPages();
  emit(null);
  leave();
  await vi.waitFor(() => expect(store.read().status).toBe('signed-out'));
});
