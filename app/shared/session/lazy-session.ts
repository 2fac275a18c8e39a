import { type SessionState, type SessionStore, signedOutSession, unknownSession } from './session-state.ts';

export interface LazySessionDeps {
  /** Loads the session store, which a page before the login doesn't need. */
  load: () => Promise<SessionStore>;
  isSessionStored: () => boolean;
  /** Each calls `wake` when a person may have signed in. */
  wakers: readonly ((wake: () => void) => void)[];
  /** There is no session. */
  onSignedOut: () => void;
  warn: (message: string, error: unknown) => void;
}

/** A session store that loads its library when it is needed: without a stored session, the person is signed out. */
export function createLazySession(deps: LazySessionDeps): SessionStore {
  const listeners = new Set<() => void>();
  let early = unknownSession;
  let store: SessionStore | null = null;
  let loading: Promise<SessionStore> | null = null;
  let isStarted = false;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function loaded(): Promise<SessionStore> {
    loading ??= deps.load().then(
      (loadedStore) => {
        store = loadedStore;
        loadedStore.subscribe(notify);
        notify();
        return loadedStore;
      },
      (error: unknown) => {
        // The next call tries again.
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  function wake(): void {
    loaded().catch((error: unknown) => deps.warn('The session could not be read', error));
  }

  function start(): void {
    isStarted = true;
    for (const waker of deps.wakers) waker(wake);
    if (loading) return;
    if (deps.isSessionStored()) {
      wake();
      return;
    }
    early = signedOutSession;
    deps.onSignedOut();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!isStarted) start();
      return () => listeners.delete(listener);
    },
    // Until the library has read the session: what is known without it.
    read: (): SessionState => (store && store.read().status !== 'loading' ? store.read() : early),
    reloadProfile: async () => (await loaded()).reloadProfile(),
    // Pages of a person are open only after the library has read the session.
    holdPages: () => store?.holdPages() ?? (() => undefined),
    async signOut(reason) {
      try {
        await (await loaded()).signOut(reason);
      } catch (error) {
        deps.warn('The session could not be ended', error);
      }
    },
  };
}
