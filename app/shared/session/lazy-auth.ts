import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import type { SessionDeps } from './session-store.ts';

type Auth = SessionDeps['auth'];
type Listener = Parameters<Auth['onAuthStateChange']>[0];

/** After the library could not be loaded. Until it is, nothing renews the session. */
const RETRY_MS = 10_000;
/** The library follows then, even if a request of the first screen is never answered. */
const SCREEN_MS = 10_000;

export interface LazyAuthDeps {
  /** The stored session, if it can be used as it is. */
  stored: () => Session | null;
  isStored: () => boolean;
  /** Removes the stored session. */
  forget: () => void;
  /** Tells the server that the session has ended. Throws without a connection. */
  revoke: (session: Session) => Promise<void>;
  /** Calls the listener when another tab stores or removes a session. */
  onStored: (listener: () => void) => void;
  /** The auth library, if it is loaded. */
  loaded: () => Auth | null;
  /** Loads the auth library, which is larger than a screen. */
  load: () => Promise<Auth>;
  /** Calls the listener when the library is loaded, for this or another reason. */
  onLoaded: (listener: (auth: Auth) => void) => void;
  /** Resolves when the first screen of the stored session needs the connection no more. */
  screenIsServed: Promise<void>;
  warn: (message: string, error: unknown) => void;
}

/** The auth library for the session store. A stored session is reported at once; the library follows, and keeps it. */
export function lazyAuth(deps: LazyAuthDeps): Auth {
  const { stored, isStored, forget, revoke, onStored, loaded, load, onLoaded, screenIsServed, warn } = deps;
  let report: Listener = () => undefined;

  async function follow(): Promise<void> {
    try {
      await load();
    } catch (error) {
      warn('The auth library could not be loaded', error);
      setTimeout(() => void follow(), RETRY_MS);
    }
  }

  /** Other tabs tell the library by a channel, but not of a session that was removed without it. */
  function followOtherTabs(): void {
    const session = stored();
    if (!isStored()) report('SIGNED_OUT', null);
    // The library would say so too, but only after a while.
    else if (session) report('SIGNED_IN', session);
  }

  return {
    onAuthStateChange(listener: Listener) {
      report = listener;
      const session = stored();
      if (session) report('INITIAL_SESSION', session);
      onStored(followOtherTabs);
      onLoaded((auth) =>
        auth.onAuthStateChange((event: AuthChangeEvent, next) => {
          // It is still there: the library could not renew it without a connection.
          if (event === 'INITIAL_SESSION' && !next && session && isStored()) return;
          listener(event, next);
        }),
      );
      const limit = new Promise<void>((resolve) => setTimeout(resolve, SCREEN_MS));
      void (session ? Promise.race([screenIsServed, limit]).then(follow) : follow());
    },
    async signOut(options) {
      const auth = loaded();
      if (auth) return auth.signOut(options);
      // Without the library, which may take a minute to load: the session must be gone from this device at once.
      const session = stored();
      forget();
      report('SIGNED_OUT', null);
      if (session) await revoke(session);
      return { error: null };
    },
  };
}
