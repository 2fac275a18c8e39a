import type { Session, User } from '@supabase/supabase-js';
import type { authSession } from '../api/auth-session.ts';
import { claimsOf } from '../api/auth-session.ts';
import type { gate } from '../api/gate.ts';
import type { keptWork } from '../drafts/kept-work.ts';
import type { StoredValue } from '../drafts/stored-value.ts';
import { basicProfile, type Profile } from './profile.ts';
import type { SessionHint } from './session-hint.ts';

export interface SessionState {
  readonly status: 'loading' | 'signed-out' | 'signed-in';
  readonly user: User | null;
  /** Null while it is loading, and for a user who has none yet. */
  readonly profile: Profile | null;
  readonly profileLoading: boolean;
  readonly role: string;
  readonly secondFactor: SecondFactor;
  /** Why the session ended, if the person must know. */
  readonly endedBy: 'idle' | null;
  /**
   * What the person has to do before the open pages go on: the session ended, or its second factor was verified too long
   * ago. The rest of the state stays, so that the pages and what was typed into them do, too.
   */
  readonly missing: 'login' | 'code' | null;
}

export const unknownSession: SessionState = {
  status: 'loading',
  user: null,
  profile: null,
  profileLoading: false,
  role: 'client',
  secondFactor: 'none',
  endedBy: null,
  missing: null,
};
const signedOutSession: SessionState = { ...unknownSession, status: 'signed-out' };

export interface SessionDeps {
  session: Pick<typeof authSession, 'subscribe' | 'end'>;
  /** What is known of the person from the last visit, until the profile is loaded. */
  lastProfile: (userId: string) => Profile | null;
  loadProfile: (userId: string) => Promise<Profile | null>;
  recordSession: (hint: SessionHint | null) => void;
  /** The person is gone, or is another one: data that was loaded for them must go. */
  onUserChange: () => void;
  /** The id of the person who has logged out last, in any tab of this browser. */
  loggedOut: Pick<StoredValue<string>, 'read' | 'save' | 'clear'>;
  /** What the person has typed. */
  kept: typeof keptWork;
  /** Holds what the person's pages send while the session is over. */
  gate: Pick<typeof gate, 'close' | 'open'>;
  warn: (message: string, error: unknown) => void;
}

/** Who is signed in, and what their pages need to know. Follows the session from its first subscriber on. */
export function createSessionStore(deps: SessionDeps) {
  const listeners = new Set<() => void>();
  let state = unknownSession;
  let isListening = false;
  let loads = 0;
  /** Whether the profile is from the database, not from the sign-up. */
  let isComplete = false;
  /** The session as it was reported last, as text. A page that becomes visible gets the same one again. */
  let known = '';
  /** The reason of a running sign-out: the end is reported before `end()` returns. */
  let signOutReason: SessionState['endedBy'] = null;
  let isLoggingOut = false;
  let openPages = 0;

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function setSignedOut(endedBy: SessionState['endedBy'] = null): void {
    if (state.status === 'signed-out') return;
    if (state.user) deps.onUserChange();
    isComplete = false;
    deps.recordSession(null);
    deps.gate.open(false);
    set({ ...signedOutSession, endedBy });
  }

  /** The session has ended, or needs the second factor again. */
  function setMissing(missing: 'login' | 'code', next: Partial<SessionState> = {}): void {
    deps.gate.close();
    if (missing === 'login') deps.recordSession(null);
    set({ ...state, ...next, missing });
  }

  function onEnd(): void {
    const staysOpen = openPages > 0 && state.status === 'signed-in';
    const isWanted = isLoggingOut || deps.loggedOut.read() === state.user?.id;
    // A page that becomes visible again reports the same end. The dialog keeps its reason.
    if (state.missing === 'login' && !isWanted) return;
    if (staysOpen && !isLoggingOut && state.user) deps.kept.store(state.user.id);
    if (staysOpen && !isWanted) setMissing('login', { endedBy: signOutReason });
    else setSignedOut(signOutReason);
  }

  function onSession(session: Session | null): void {
    const isNews = JSON.stringify(session) !== known;
    known = JSON.stringify(session);
    if (!session) {
      onEnd();
      return;
    }
    deps.kept.know(session);
    const { user } = session;
    const secondFactor = secondFactorOf(session);
    const isSame = state.user?.id === user.id;
    const isBack = isSame && state.missing !== null;
    // While another tab is logging this person out, its session is still stored.
    if (!isSame || isBack) deps.loggedOut.clear();
    // If the factor was set up on another device since, the session goes on without.
    const needsCode = secondFactor === 'missing' && (isBack || state.secondFactor === 'verified');
    if (isSame && needsCode && openPages > 0) {
      if (!isBack) deps.kept.store(user.id);
      setMissing('code', { user });
      return;
    }
    if (isSame) {
      set({ ...state, user, secondFactor, missing: null, endedBy: null });
      if (isBack) {
        deps.kept.forget(user.id);
        deps.gate.open(true);
      }
    } else {
      if (state.user) deps.onUserChange();
      deps.gate.open(false);
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
    const fetchAgain = isBack || isNews || (!isComplete && !state.profileLoading);
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
    deps.recordSession(role);
    set({ ...state, profile: found.profile, profileLoading: false, role });
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (!isListening) {
        isListening = true;
        deps.session.subscribe(onSession);
      }
      return () => listeners.delete(listener);
    },
    read: () => state,
    /** After a change to the profile. */
    reloadProfile: async (): Promise<void> => {
      if (state.user) await refreshProfile(state.user);
    },
    /** Signs out on this device. Never fails, even if the server can't be reached. */
    async signOut(reason?: 'idle'): Promise<void> {
      signOutReason = reason ?? null;
      isLoggingOut = reason === undefined;
      if (isLoggingOut && state.user) {
        deps.loggedOut.save(state.user.id);
        deps.kept.forget(state.user.id);
      }
      const ended = deps.session
        .end()
        .catch((error: unknown) => deps.warn('The server could not be informed of the sign-out', error));
      if (state.missing !== 'login' || isLoggingOut) onEnd();
      // Before the server answers: someone may log in meanwhile.
      signOutReason = null;
      isLoggingOut = false;
      await ended;
    },
    /** While pages of the signed-in person are open, an end of the session doesn't close them. Returns how to end that. */
    holdPages(): () => void {
      openPages += 1;
      return () => {
        openPages -= 1;
        // Not between two pages.
        setTimeout(() => {
          if (openPages === 0 && state.missing !== null) setSignedOut(state.endedBy);
        });
      };
    },
  };
}

/** none: the person has no second factor. missing: they have one, but this session was not verified with it yet. */
export type SecondFactor = 'none' | 'missing' | 'verified';

/** Decides which screen to show. The server decides what a session may access. */
export function secondFactorOf({
  user,
  access_token: token,
}: Pick<Session, 'user' | 'access_token'>): SecondFactor {
  if (claimsOf(token).aal === 'aal2') return 'verified';
  const hasFactor = user.factors?.some(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  return hasFactor ? 'missing' : 'none';
}
