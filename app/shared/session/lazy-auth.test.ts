import type { Session } from '@supabase/supabase-js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lazyAuth } from './lazy-auth.ts';

const session = { access_token: 'token' } as Session;

function setUp(stored: Session | null) {
  const library = { onAuthStateChange: vi.fn(), signOut: vi.fn(async () => ({ error: null })) };
  const served = Promise.withResolvers<void>();
  const loaded: ((auth: typeof library) => void)[] = [];
  const deps = {
    stored: () => stored,
    forget: vi.fn(),
    load: vi.fn(async () => {
      for (const listener of loaded) listener(library);
      return library;
    }),
    onLoaded: (listener: (auth: typeof library) => void) => void loaded.push(listener),
    screenIsServed: served.promise,
    warn: vi.fn(),
  };
  const listener = vi.fn();
  return { auth: lazyAuth(deps), deps, library, listener, served };
}

test('reports a stored session at once, and loads the library after the screen', async () => {
  const { auth, deps, library, listener, served } = setUp(session);
  auth.onAuthStateChange(listener);
  expect(listener).toHaveBeenCalledExactlyOnceWith('INITIAL_SESSION', session);
  await Promise.resolve();
  expect(deps.load).not.toHaveBeenCalled();
  served.resolve();
  await vi.waitFor(() => expect(library.onAuthStateChange).toHaveBeenCalledExactlyOnceWith(listener));
});

test('without a session that can be used as it is, loads the library at once', async () => {
  const { auth, library, listener } = setUp(null);
  auth.onAuthStateChange(listener);
  await vi.waitFor(() => expect(library.onAuthStateChange).toHaveBeenCalledExactlyOnceWith(listener));
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
  expect(library.onAuthStateChange).toHaveBeenCalledExactlyOnceWith(listener);
});

test('signs out through the library, which removes the session', async () => {
  const { auth, deps, library } = setUp(session);
  await auth.signOut({ scope: 'local' });
  expect(library.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' });
  expect(deps.forget).not.toHaveBeenCalled();
});

test('removes the session itself if the library can not be loaded', async () => {
  const { auth, deps } = setUp(session);
  deps.load.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(auth.signOut({ scope: 'local' })).rejects.toThrow('Failed to fetch');
  expect(deps.forget).toHaveBeenCalledOnce();
});
