import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import type { SessionDeps } from './session-store.ts';

type Auth = SessionDeps['auth'];

/** After the library could not be loaded. Until it is, nothing renews the session or notices that another tab ended it. */
const RETRY_MS = 10_000;

export interface LazyAuthDeps {
  /** The stored session, if it can be used as it is. */
  stored: () => Session | null;
  /** Removes the stored session, for when the library, which does that, can't be loaded. */
  forget: () => void;
  /** Loads the auth library, which is larger than a screen. */
  load: () => Promise<Auth>;
  /** Calls the listener when the library is loaded, for this or another reason. */
  onLoaded: (listener: (auth: Auth) => void) => void;
  /** Resolves when the first screen of the stored session needs the connection no more. */
  screenIsServed: Promise<void>;
  warn: (message: string, error: unknown) => void;
}

/** The auth library for the session store. A stored session is reported at once; the library follows, and keeps it. */
export function lazyAuth({ stored, forget, load, onLoaded, screenIsServed, warn }: LazyAuthDeps): Auth {
  async function follow(): Promise<void> {
    try {
      await load();
    } catch (error) {
      warn('The auth library could not be loaded', error);
      setTimeout(() => void follow(), RETRY_MS);
    }
  }

  return {
    onAuthStateChange(listener: (event: AuthChangeEvent, session: Session | null) => void) {
      const session = stored();
      if (session) listener('INITIAL_SESSION', session);
      onLoaded((auth) => auth.onAuthStateChange(listener));
      void (session ? screenIsServed.then(follow) : follow());
    },
    async signOut(options) {
      const auth = await load().catch((error: unknown) => {
        forget();
        throw error;
      });
      return auth.signOut(options);
    },
  };
}
