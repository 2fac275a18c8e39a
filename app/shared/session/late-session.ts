import { type SessionState, type SessionStore, signedOutSession, unknownSession } from './session-store.ts';

export interface LateSessionParts {
  /** Brings the store, and with it the library, which is heavier than a page at the door. */
  load: () => Promise<SessionStore>;
  isSessionStored: () => boolean;
  /** Each calls when somebody may be signed in who was not. */
  wakers: readonly ((wake: () => void) => void)[];
  /** Nobody is signed in: what public pages believe must say so too. */
  onNobody: () => void;
  warn: (message: string, error: unknown) => void;
}

/**
 * The session, without its library until it is needed: who has no stored session is signed out, and nothing has to
 * be loaded to know that.
 */
export function createLateSession(parts: LateSessionParts): SessionStore {
  const listeners = new Set<() => void>();
  let early = unknownSession;
  let store: SessionStore | null = null;
  let loading: Promise<SessionStore> | null = null;
  let isAwake = false;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function loaded(): Promise<SessionStore> {
    loading ??= parts.load().then(
      (arrived) => {
        store = arrived;
        arrived.subscribe(notify);
        notify();
        return arrived;
      },
      (error: unknown) => {
        // The next who needs it tries again.
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  function wake(): void {
    loaded().catch((error: unknown) => parts.warn('The session could not be read', error));
  }

  function start(): void {
    isAwake = true;
    for (const waker of parts.wakers) waker(wake);
    if (loading) return;
    if (parts.isSessionStored()) {
      wake();
      return;
    }
    early = signedOutSession;
    parts.onNobody();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!isAwake) start();
      return () => listeners.delete(listener);
    },
    // Until the library has looked, what could be known without it.
    read: (): SessionState => (store && store.read().status !== 'loading' ? store.read() : early),
    reloadProfile: async () => (await loaded()).reloadProfile(),
    async signOut(why) {
      try {
        await (await loaded()).signOut(why);
      } catch (error) {
        parts.warn('The session could not be ended', error);
      }
    },
  };
}
