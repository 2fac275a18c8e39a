import type { Session } from '@supabase/supabase-js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type LazyAuthDeps, lazyAuth } from './lazy-auth.ts';

const session = { access_token: 'token' } as Session;

type Listener = (event: string, session: Session | null) => void;

function setUp(stored: Session | null) {
  let kept = stored;
  let tell: Listener = () => undefined;
  let otherTab: () => void = () => undefined;
  const library = {
    onAuthStateChange: vi.fn((listener: Listener) => {
      tell = listener;
    }),
    signOut: vi.fn(async () => ({ error: null })),
  };
  const served = Promise.withResolvers<void>();
  const listeners: ((auth: typeof library) => void)[] = [];
  let isLoaded = false;
  const deps = {
    stored: () => kept,
    isStored: () => kept !== null,
    forget: vi.fn(() => {
      kept = null;
    }),
    revoke: vi.fn(async () => undefined),
    onStored: (listener: () => void) => {
      otherTab = listener;
    },
    loaded: () => (isLoaded ? library : null),
    load: vi.fn(async () => {
      isLoaded = true;
      for (const listener of listeners) listener(library);
      return library;
    }),
    onLoaded: (listener: (auth: typeof library) => void) => void listeners.push(listener),
    screenIsServed: served.promise,
    warn: vi.fn(),
  };
  return {
    auth: lazyAuth(deps as unknown as LazyAuthDeps),
    deps,
    library,
    listener: vi.fn(),
    served,
    /** As if the library said so. */
    tell: (event: string, next: Session | null) => tell(event, next),
    /** Another tab stores this session, or none. */
    store: (next: Session | null) => {
      kept = next;
      otherTab();
    },
  };
}

test('reports a stored session at once, and loads the library after the screen', async () => {
  const { auth, deps, library, listener, served } = setUp(session);
  auth.onAuthStateChange(listener);
  expect(listener).toHaveBeenCalledExactlyOnceWith('INITIAL_SESSION', session);
  await Promise.resolve();
  expect(deps.load).not.toHaveBeenCalled();
  served.resolve();
  await vi.waitFor(() => expect(library.onAuthStateChange).toHaveBeenCalledOnce());
});

test('without a session that can be used as it is, loads the library at once', async () => {
  const { auth, library, listener } = setUp(null);
  auth.onAuthStateChange(listener);
  await vi.waitFor(() => expect(library.onAuthStateChange).toHaveBeenCalledOnce());
  expect(listener).not.toHaveBeenCalled();
});

test('tries again to load the library', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { auth, deps, library, listener } = setUp(null);
  deps.load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  auth.onAuthStateChange(listener);
  await vi.advanceTimersByTimeAsync(0);
  expect(deps.warn).toHaveBeenCalledOnce();
  expect(library.onAuthStateChange).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(library.onAuthStateChange).toHaveBeenCalledOnce();
});

test('the library follows although a request of the screen is never answered', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { auth, library, listener } = setUp(session);
  auth.onAuthStateChange(listener);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(library.onAuthStateChange).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(library.onAuthStateChange).toHaveBeenCalledOnce();
});

test('a session that the library can not renew without a connection is not ended', async () => {
  const { auth, listener, served, library, tell, store } = setUp(session);
  auth.onAuthStateChange(listener);
  served.resolve();
  await vi.waitFor(() => expect(library.onAuthStateChange).toHaveBeenCalledOnce());
  tell('INITIAL_SESSION', null);
  expect(listener).toHaveBeenCalledExactlyOnceWith('INITIAL_SESSION', session);
  tell('SIGNED_OUT', null);
  expect(listener).toHaveBeenLastCalledWith('SIGNED_OUT', null);
  store(null);
});

describe('signing out', () => {
  test('is left to the library if it is loaded', async () => {
    const { auth, deps, library } = setUp(session);
    await deps.load();
    await auth.signOut({ scope: 'local' });
    expect(library.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' });
    expect(deps.forget).not.toHaveBeenCalled();
  });

  test('waits for nothing without it: the session is gone at once, and then revoked', async () => {
    const { auth, deps, listener } = setUp(session);
    deps.load.mockReturnValue(new Promise(() => undefined));
    const revoked = Promise.withResolvers<undefined>();
    deps.revoke.mockReturnValue(revoked.promise);
    auth.onAuthStateChange(listener);
    const over = auth.signOut({ scope: 'local' });
    expect(deps.forget).toHaveBeenCalledOnce();
    expect(listener).toHaveBeenLastCalledWith('SIGNED_OUT', null);
    expect(deps.revoke).toHaveBeenCalledExactlyOnceWith(session);
    revoked.resolve(undefined);
    expect(await over).toEqual({ error: null });
  });

  test('tells when the server could not be reached', async () => {
    const { auth, deps } = setUp(session);
    deps.revoke.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(auth.signOut({ scope: 'local' })).rejects.toThrow('Failed to fetch');
    expect(deps.forget).toHaveBeenCalledOnce();
  });
});

describe('another tab', () => {
  const other = { access_token: 'of another person' } as Session;

  test('ends the session, whether the library is loaded or not', async () => {
    const { auth, deps, listener, store } = setUp(session);
    auth.onAuthStateChange(listener);
    store(null);
    expect(listener).toHaveBeenLastCalledWith('SIGNED_OUT', null);
    store(session);
    await deps.load();
    store(null);
    expect(listener).toHaveBeenLastCalledWith('SIGNED_OUT', null);
  });

  test.each([false, true])(
    'begins the session of another person; the library is loaded: %j',
    async (isLoaded) => {
      const { auth, deps, listener, store } = setUp(session);
      auth.onAuthStateChange(listener);
      if (isLoaded) await deps.load();
      store(other);
      expect(listener).toHaveBeenLastCalledWith('SIGNED_IN', other);
    },
  );
});
