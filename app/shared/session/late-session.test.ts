import { describe, expect, test, vi } from 'vitest';
import { createLateSession, type LateSessionParts } from './late-session.ts';
import { type SessionState, type SessionStore, signedOutSession, unknownSession } from './session-store.ts';

const signedIn: SessionState = { ...unknownSession, status: 'signed-in', role: 'admin' };

/** A store whose answer the test gives. */
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
    says(next: SessionState) {
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
  const parts = {
    load,
    isSessionStored: () => options.stored,
    wakers: [(wake: () => void) => void wakes.push(wake)],
    onNobody: vi.fn(),
    warn: vi.fn(),
  } satisfies LateSessionParts;
  const session = createLateSession(parts);
  return { session, store, parts, wake: () => wakes.forEach((one) => void one()) };
}

const status = (session: SessionStore) => session.read().status;

describe('nothing stored', () => {
  test('is signed out at once, and loads nothing', () => {
    const { session, parts } = setUp({ stored: false });
    expect(status(session)).toBe('loading');
    session.subscribe(() => {});
    expect(session.read()).toBe(signedOutSession);
    expect(parts.onNobody).toHaveBeenCalledTimes(1);
    expect(parts.load).not.toHaveBeenCalled();
  });

  test('somebody signs in: known as soon as the library says so, and signed out until then', async () => {
    const { session, store, parts, wake } = setUp({ stored: false });
    const listener = vi.fn();
    session.subscribe(listener);
    wake();
    wake();
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    expect(parts.load).toHaveBeenCalledTimes(1);
    expect(status(session)).toBe('signed-out');
    listener.mockClear();
    store.says(signedIn);
    expect(session.read()).toBe(signedIn);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('a session is stored', () => {
  test('is loading until the library has read it', async () => {
    const { session, store, parts } = setUp({ stored: true });
    session.subscribe(() => {});
    expect(status(session)).toBe('loading');
    await vi.waitFor(() => expect(parts.load).toHaveBeenCalledTimes(1));
    store.says(signedIn);
    await vi.waitFor(() => expect(session.read()).toBe(signedIn));
    expect(parts.onNobody).not.toHaveBeenCalled();
  });

  test('the library does not come: it is said, and tried again when there is a reason', async () => {
    const down = () => Promise.reject(new TypeError('Failed to fetch'));
    const { session, store, parts, wake } = setUp({ stored: true, loads: [down] });
    session.subscribe(() => {});
    await vi.waitFor(() => expect(parts.warn).toHaveBeenCalledTimes(1));
    expect(status(session)).toBe('loading');
    wake();
    store.says(signedIn);
    await vi.waitFor(() => expect(session.read()).toBe(signedIn));
  });

  test('signing out goes through the library, and never fails', async () => {
    const down = () => Promise.reject(new TypeError('Failed to fetch'));
    const { session, store, parts } = setUp({ stored: true, loads: [down] });
    await session.signOut('idle');
    expect(parts.warn).toHaveBeenCalledTimes(1);
    await session.signOut('idle');
    expect(store.signOut).toHaveBeenCalledWith('idle');
  });
});
