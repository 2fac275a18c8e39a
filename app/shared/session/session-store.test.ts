import type { AuthChangeEvent, AuthError, Session, User } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import type { Profile } from './profile.ts';
import { createSessionStore, type SessionParts } from './session-store.ts';

const ana = { id: 'ana', email: 'ana@example.com', created_at: '2025-01-05T10:00:00Z' };
const anaProfile: Profile = {
  user_id: 'ana',
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: 'Ruiz',
  referred_by: '',
  phone: '2035550142',
  role: 'admin',
  created_at: ana.created_at,
};
const userOf = (person: typeof ana) =>
  ({
    ...person,
    user_metadata: { first_name: 'Ana', role: 'super' },
    app_metadata: {},
    aud: 'authenticated',
  }) satisfies User;
const sessionOf = (person: typeof ana): Session => ({
  user: userOf(person),
  access_token: 'token',
  refresh_token: 'refresh',
  expires_in: 3600,
  token_type: 'bearer',
});

function setUp(overrides: Partial<SessionParts> = {}) {
  let emit: (event: AuthChangeEvent, session: Session | null) => void = () => {
    throw new Error('nobody listens');
  };
  const signOut = vi.fn(async (): Promise<{ error: AuthError | null }> => ({ error: null }));
  const parts = {
    auth: {
      onAuthStateChange: vi.fn((listener: typeof emit) => {
        emit = listener;
      }),
      signOut,
    },
    loadProfile: vi.fn(async (): Promise<Profile | null> => anaProfile),
    writeHint: vi.fn(),
    onUserChange: vi.fn(),
    warn: vi.fn(),
    ...overrides,
  };
  const store = createSessionStore(parts);
  store.subscribe(() => {});
  return { store, parts, signOut, emit: (...args: Parameters<typeof emit>) => emit(...args) };
}

test('loading until the library has spoken, then signed out or in with the profile', async () => {
  const { store, parts, emit } = setUp();
  expect(store.read().status).toBe('loading');
  emit('INITIAL_SESSION', null);
  expect(store.read()).toMatchObject({ status: 'signed-out', user: null, role: 'client' });
  expect(parts.writeHint).toHaveBeenLastCalledWith(null);

  emit('SIGNED_IN', sessionOf(ana));
  expect(store.read()).toMatchObject({
    status: 'signed-in',
    profile: null,
    profileLoading: true,
    role: 'client',
  });
  await vi.waitFor(() => expect(store.read().profileLoading).toBe(false));
  expect(store.read()).toMatchObject({ profile: anaProfile, role: 'admin' });
  expect(parts.writeHint).toHaveBeenLastCalledWith({ role: 'admin' });
});

test('a profile that cannot be fetched becomes a basic one, and never more than a client', async () => {
  const { store, parts, emit } = setUp({ loadProfile: () => Promise.reject(new Error('down')) });
  emit('INITIAL_SESSION', sessionOf(ana));
  await vi.waitFor(() => expect(store.read().profileLoading).toBe(false));
  expect(store.read()).toMatchObject({ profile: { first_name: 'Ana', role: 'client' }, role: 'client' });
  expect(parts.warn).toHaveBeenCalledOnce();
});

test('a full profile already held survives a later failure', async () => {
  const loadProfile = vi.fn(async (): Promise<Profile | null> => anaProfile);
  const { store, emit } = setUp({ loadProfile });
  emit('INITIAL_SESSION', sessionOf(ana));
  await vi.waitFor(() => expect(store.read().role).toBe('admin'));
  loadProfile.mockRejectedValueOnce(new Error('down'));
  emit('TOKEN_REFRESHED', sessionOf(ana));
  await vi.waitFor(() => expect(loadProfile).toHaveBeenCalledTimes(2));
  expect(store.read()).toMatchObject({ profile: anaProfile, role: 'admin' });
});

test('no profile yet is asked for again at the next sign of life; a full one is not', async () => {
  const loadProfile = vi.fn(async (): Promise<Profile | null> => null);
  const { store, emit } = setUp({ loadProfile });
  emit('INITIAL_SESSION', sessionOf(ana));
  await vi.waitFor(() => expect(store.read().profileLoading).toBe(false));
  expect(store.read()).toMatchObject({ status: 'signed-in', profile: null });
  loadProfile.mockResolvedValue(anaProfile);
  emit('SIGNED_IN', sessionOf(ana));
  await vi.waitFor(() => expect(store.read().profile).toEqual(anaProfile));
  emit('SIGNED_IN', sessionOf(ana));
  expect(loadProfile).toHaveBeenCalledTimes(2);
});

test('an answer for the person before is not shown to the next', async () => {
  const answers = new Map<string, (profile: Profile) => void>();
  const { store, parts, emit } = setUp({
    loadProfile: (id) => new Promise((resolve) => answers.set(id, resolve)),
  });
  const bea = { ...ana, id: 'bea' };
  emit('SIGNED_IN', sessionOf(ana));
  emit('SIGNED_IN', sessionOf(bea));
  expect(parts.onUserChange).toHaveBeenCalledOnce();
  answers.get('bea')?.({ ...anaProfile, user_id: 'bea', role: 'client' });
  answers.get('ana')?.(anaProfile);
  await vi.waitFor(() => expect(store.read().profileLoading).toBe(false));
  expect(store.read()).toMatchObject({ profile: { user_id: 'bea' }, role: 'client' });
});

test.each([
  ['answers with an error', async () => ({ error: new Error('500') as AuthError })],
  ['throws', () => Promise.reject(new Error('gone'))],
])('signing out clears everything even when the server %s', async (_, answer) => {
  const { store, parts, signOut, emit } = setUp();
  emit('INITIAL_SESSION', sessionOf(ana));
  await vi.waitFor(() => expect(store.read().role).toBe('admin'));
  signOut.mockImplementation(answer);
  await store.signOut();
  expect(store.read()).toMatchObject({ status: 'signed-out', user: null, profile: null, role: 'client' });
  expect(parts.onUserChange).toHaveBeenCalledOnce();
  expect(parts.writeHint).toHaveBeenLastCalledWith(null);
  expect(parts.warn).toHaveBeenCalledOnce();
});

test('the library is listened to once, however many screens ask', () => {
  const { store, parts } = setUp();
  store.subscribe(() => {});
  expect(parts.auth.onAuthStateChange).toHaveBeenCalledOnce();
});

test('a session that nobody used says so when it is over, and the next one knows nothing of it', async () => {
  const { store, signOut, emit } = setUp();
  emit('INITIAL_SESSION', sessionOf(ana));
  signOut.mockImplementation(async () => {
    emit('SIGNED_OUT', null);
    return { error: null };
  });
  await store.signOut('idle');
  expect(store.read()).toMatchObject({ status: 'signed-out', endedBy: 'idle' });
  emit('SIGNED_IN', sessionOf(ana));
  await store.signOut();
  expect(store.read()).toMatchObject({ status: 'signed-out', endedBy: null });
});
