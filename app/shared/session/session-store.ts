import type { AuthChangeEvent, AuthError, Session, User } from '@supabase/supabase-js';
import { secondFactorOf } from './assurance.ts';
import { basicProfile, type Profile } from './profile.ts';
import type { SessionHint } from './session-hint.ts';
import { type SessionState, type SessionStore, signedOutSession, unknownSession } from './session-state.ts';

export interface SessionDeps {
  auth: {
    onAuthStateChange(listener: (event: AuthChangeEvent, session: Session | null) => void): unknown;
    signOut(options: { scope: 'local' }): Promise<{ error: AuthError | null }>;
  };
  /** What is known of the person from the last visit, until the profile is loaded. */
  lastProfile: (userId: string) => Profile | null;
  loadProfile: (userId: string) => Promise<Profile | null>;
  recordSession: (hint: SessionHint | null) => void;
  /** The person is gone, or is another one: data that was loaded for them must go. */
  onUserChange: () => void;
  warn: (message: string, error: unknown) => void;
}

/** Events after which the profile may have changed. */
const mayChangeProfile: ReadonlySet<AuthChangeEvent> = new Set([
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'MFA_CHALLENGE_VERIFIED',
]);

/** The session of the signed-in person. Listens to the auth library from its first subscriber on. */
export function createSessionStore(deps: SessionDeps): SessionStore {
  const listeners = new Set<() => void>();
  let state = unknownSession;
  let isListening = false;
  let loads = 0;
  /** Whether the profile is from the database, not from the sign-up. */
  let isComplete = false;
  /** The reason of a running sign-out: the library reports SIGNED_OUT before signOut() returns. */
  let signOutReason: SessionState['endedBy'] = null;

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function setSignedOut(endedBy: SessionState['endedBy'] = null): void {
    if (state.status === 'signed-out') return;
    if (state.user) deps.onUserChange();
    isComplete = false;
    deps.recordSession(null);
    set({ ...signedOutSession, endedBy });
  }

  function onEvent(event: AuthChangeEvent, session: Session | null): void {
    if (!session) {
      setSignedOut(signOutReason);
      return;
    }
    const { user } = session;
    const secondFactor = secondFactorOf(session);
    const isSame = state.user?.id === user.id;
    if (isSame) {
      set({ ...state, user, secondFactor });
    } else {
      if (state.user) deps.onUserChange();
      isComplete = false;
      const profile = deps.lastProfile(user.id);
      const role = profile?.role ?? 'client';
      set({
        ...unknownSession,
        status: 'signed-in',
        user,
        secondFactor,
        profile,
        profileLoading: true,
        role,
      });
    }
    // The library emits SIGNED_IN again each time the tab becomes visible.
    const fetchAgain = mayChangeProfile.has(event) || (!isComplete && !state.profileLoading);
    if (!isSame || fetchAgain) void refreshProfile(user);
  }

  async function refreshProfile(user: User): Promise<void> {
    loads += 1;
    const load = loads;
    const found = await deps.loadProfile(user.id).then(
      (profile) => ({ profile, isComplete: profile !== null }),
      (error: unknown) => {
        deps.warn('The profile could not be fetched', error);
        return { profile: state.profile ?? basicProfile(user), isComplete };
      },
    );
    if (load !== loads || state.user?.id !== user.id) return;
    isComplete = found.isComplete;
    const role = found.profile?.role ?? 'client';
    deps.recordSession({ role });
    set({ ...state, profile: found.profile, profileLoading: false, role });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!isListening) {
        isListening = true;
        deps.auth.onAuthStateChange(onEvent);
      }
      return () => listeners.delete(listener);
    },
    read: () => state,
    reloadProfile: async () => {
      if (state.user) await refreshProfile(state.user);
    },
    async signOut(reason) {
      signOutReason = reason ?? null;
      // local: this device only, and it works without a connection.
      const error = await deps.auth.signOut({ scope: 'local' }).then(
        (answer) => answer.error,
        (thrown: unknown) => thrown,
      );
      if (error) deps.warn('The server could not be informed of the sign-out', error);
      setSignedOut(reason);
      signOutReason = null;
    },
  };
}
