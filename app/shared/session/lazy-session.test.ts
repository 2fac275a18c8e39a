import { describe, expect, test, vi } from 'vitest';
import { createLazySession, type LazySessionDeps } from './lazy-session.ts';
import { type SessionState, type SessionStore, signedOutSession, unknownSession } from './session-state.ts';

const signedIn: SessionState = { ...unknownSession, status: 'signed-in', role: 'admin' };

/** A store whose state the test sets. */
function fakeStore() {
  const listeners = new Set<() => void>();
  let state = unknownSession;
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    reloadProfile: vi.fn(async () => {}),
    signOut: vi.fn(async () => {}),
    holdPages: vi.fn(() => () => {}),
    set(next: SessionState) {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

function setUp(options: { stored: boolean; loads?: (() => Promise<SessionStore>)[] }) {
  const store = fakeStore();
  const wakes: (() => void)[] = [];
  const load = vi.fn(async (): Promise<SessionStore> => store);
  for (const once of options.loads ?? []) load.mockImplementationOnce(once);
  const deps = {
    load,
    isSessionStored: () => options.stored,
    wakers: [(wake: () => void) => void wakes.push(wake)],
    onSignedOut: vi.fn(),
    warn: vi.fn(),
  } satisfies LazySessionDeps;
  const session = createLazySession(deps);
  return { session, store, deps, wake: () => wakes.forEach((one) => void one()) };
}

const status = (session: SessionStore) => session.read().status;

describe('without a stored session', () => {
  test('is signed out at once and loads nothing', () => {
    const { session, deps } = setUp({ stored: false });
    expect(status(session)).toBe('loading');
    session.subscribe(() => {});
    expect(session.read()).toBe(signedOutSession);
    expect(deps.onSignedOut).toHaveBeenCalledTimes(1);
    expect(deps.load).not.toHaveBeenCalled();
  });

  test('is signed out until the library reports a sign-in', async () => {
    const { session, store, deps, wake } = setUp({ stored: false });
    const listener = vi.fn();
    session.subscribe(listener);
    wake();
    wake();
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    expect(deps.load).toHaveBeenCalledTimes(1);
    expect(status(session)).toBe('signed-out');
    listener.mockClear();
    store.set(signedIn);
    expect(session.read()).toBe(signedIn);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('with a stored session', () => {
  test('is loading until the library has read it', async () => {
    const { session, store, deps } = setUp({ stored: true });
    session.subscribe(() => {});
    expect(status(session)).toBe('loading');
    await vi.waitFor(() => expect(deps.load).toHaveBeenCalledTimes(1));
    store.set(signedIn);
    await vi.waitFor(() => expect(session.read()).toBe(signedIn));
    expect(deps.onSignedOut).not.toHaveBeenCalled();
  });

  test('warns if the library can not be loaded, and tries again at the next wake', async () => {
    const down = () => Promise.reject(new TypeError('Failed to fetch'));
    const { session, store, deps, wake } = setUp({ stored: true, loads: [down] });
    session.subscribe(() => {});
    await vi.waitFor(() => expect(deps.warn).toHaveBeenCalledTimes(1));
    expect(status(session)).toBe('loading');
    wake();
    store.set(signedIn);
    await vi.waitFor(() => expect(session.read()).toBe(signedIn));
  });

  test('signs out through the library, and never throws', async () => {
    const down = () => Promise.reject(new TypeError('Failed to fetch'));
    const { session, store, deps } = setUp({ stored: true, loads: [down] });
    await session.signOut('idle');
    expect(deps.warn).toHaveBeenCalledTimes(1);
    await session.signOut('idle');
    expect(store.signOut).toHaveBeenCalledWith('idle');
  });
});
