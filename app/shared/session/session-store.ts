import type { AuthChangeEvent, AuthError, Session, User } from '@supabase/supabase-js';
import { type SecondFactor, secondFactorOf } from './assurance.ts';
import { basicProfile, type Profile } from './profile.ts';
import type { SessionHint } from './session-hint.ts';

export interface SessionState {
  readonly status: 'loading' | 'signed-out' | 'signed-in';
  readonly user: User | null;
  /** Null while it is fetched, and for a user who has none yet. */
  readonly profile: Profile | null;
  readonly profileLoading: boolean;
  readonly role: string;
  readonly secondFactor: SecondFactor;
  /** Why there is no session any more, where that needs saying. */
  readonly endedBy: 'idle' | null;
}

export interface SessionParts {
  auth: {
    onAuthStateChange(listener: (event: AuthChangeEvent, session: Session | null) => void): unknown;
    signOut(options: { scope: 'local' }): Promise<{ error: AuthError | null }>;
  };
  loadProfile: (userId: string) => Promise<Profile | null>;
  writeHint: (hint: SessionHint | null) => void;
  /** Another person, or nobody: whatever was fetched for the one before must go. */
  onUserChange: () => void;
  warn: (message: string, error: unknown) => void;
}

export interface SessionStore {
  subscribe(listener: () => void): () => void;
  read(): SessionState;
  /** After the person changed something of it. */
  reloadProfile(): Promise<void>;
  /** Never fails: what the server thinks of it is not the person's problem. */
  signOut(why?: 'idle'): Promise<void>;
}

export const unknownSession: SessionState = {
  status: 'loading',
  user: null,
  profile: null,
  profileLoading: false,
  role: 'client',
  secondFactor: 'none',
  endedBy: null,
};
export const signedOutSession: SessionState = { ...unknownSession, status: 'signed-out' };

/** Events after which the profile may differ from the one we hold. */
const mayChangeProfile: ReadonlySet<AuthChangeEvent> = new Set([
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'MFA_CHALLENGE_VERIFIED',
]);

/** Who is signed in, for the whole life of the page. It listens from its first subscriber on. */
export function createSessionStore(parts: SessionParts): SessionStore {
  const listeners = new Set<() => void>();
  let state = unknownSession;
  let listening = false;
  let loads = 0;
  /** Whether the profile held came from the database, rather than from the sign-up. */
  let complete = false;
  /** Why it is being signed out: the library tells of the sign-out before it has answered. */
  let ending: SessionState['endedBy'] = null;

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function leave(endedBy: SessionState['endedBy'] = null): void {
    if (state.status === 'signed-out') return;
    if (state.user) parts.onUserChange();
    complete = false;
    parts.writeHint(null);
    set({ ...signedOutSession, endedBy });
  }

  function onEvent(event: AuthChangeEvent, session: Session | null): void {
    if (!session) {
      leave(ending);
      return;
    }
    const { user } = session;
    const secondFactor = secondFactorOf(session);
    const same = state.user?.id === user.id;
    if (same) {
      set({ ...state, user, secondFactor });
    } else {
      if (state.user) parts.onUserChange();
      complete = false;
      set({ ...unknownSession, status: 'signed-in', user, secondFactor, profileLoading: true });
    }
    // The library says SIGNED_IN again each time the tab is looked at.
    const fetchAgain = mayChangeProfile.has(event) || (!complete && !state.profileLoading);
    if (!same || fetchAgain) void refreshProfile(user);
  }

  async function refreshProfile(user: User): Promise<void> {
    loads += 1;
    const load = loads;
    const found = await parts.loadProfile(user.id).then(
      (profile) => ({ profile, complete: profile !== null }),
      (error: unknown) => {
        parts.warn('The profile could not be fetched', error);
        return { profile: state.profile ?? basicProfile(user), complete };
      },
    );
    if (load !== loads || state.user?.id !== user.id) return;
    complete = found.complete;
    const role = found.profile?.role ?? 'client';
    parts.writeHint({ role });
    set({ ...state, profile: found.profile, profileLoading: false, role });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!listening) {
        listening = true;
        parts.auth.onAuthStateChange(onEvent);
      }
      return () => listeners.delete(listener);
    },
    read: () => state,
    reloadProfile: async () => {
      if (state.user) await refreshProfile(state.user);
    },
    async signOut(why) {
      ending = why ?? null;
      // local: this device only, and it works without a connection.
      const error = await parts.auth.signOut({ scope: 'local' }).then(
        (answer) => answer.error,
        (thrown: unknown) => thrown,
      );
      if (error) parts.warn('The server could not be told about the sign-out', error);
      leave(why);
      ending = null;
    },
  };
}
