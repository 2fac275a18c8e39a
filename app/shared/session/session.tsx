import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { authSession } from '../api/auth-session.ts';
import { gate } from '../api/gate.ts';
import { announceUserChange } from '../api/user-change.ts';
import { loadOnline } from '../browser/load-online.ts';
import { keptWork } from '../drafts/kept-work.ts';
import { storedText } from '../drafts/stored-value.ts';
import { clearActivity } from './idle/activity.ts';
import { readSessionHint, type SessionHint, writeSessionHint } from './session-hint.ts';
import { createSessionStore, type SessionState, unknownSession } from './session-store.ts';
import { forgetLastSeen, lastProfile } from './stored/last-seen.ts';

export type { Profile } from './profile.ts';

export type ClientSession = SessionState &
  Pick<typeof browserSession, 'reloadProfile' | 'signOut' | 'holdPages'>;

const SessionContext = createContext<ClientSession | null>(null);

/** For the pages that need the session. Public pages use the session hint instead. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { subscribe, read, signOut, reloadProfile, holdPages } = browserSession;
  const state = useSyncExternalStore(subscribe, read, () => unknownSession);
  return <SessionContext value={{ ...state, signOut, reloadProfile, holdPages }}>{children}</SessionContext>;
}

export function useSession(): ClientSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Outlives the pages: after a visit to a public page, the session doesn't have to be read again. */
const browserSession = createSessionStore({
  session: authSession,
  lastProfile,
  // Pages before the login show no data, and load without what asks for it.
  loadProfile: async (userId) => (await loadOnline(() => import('./fetch-profile.ts'))).fetchProfile(userId),
  recordSession,
  loggedOut: storedText('local', 'nutmeg.logged-out'),
  kept: keptWork,
  gate,
  onUserChange: announceUserChange,
  warn: (message, error) => console.warn(message, error),
});

/**
 * The code of an invitation, from the link until it was accepted: between them, the person may have to sign up. The end of
 * a session removes it, so that the next person at a shared computer doesn't find it.
 */
export const storedJoinCode = storedText('local', 'nutmeg.invitation-code');

/** Records who is signed in, for pages that don't load the session. */
function recordSession(hint: SessionHint | null): void {
  const wasSignedIn = readSessionHint() !== null;
  writeSessionHint(hint);
  if (hint !== null) return;
  // A visitor keeps it, until they have signed up.
  if (wasSignedIn) storedJoinCode.clear();
  clearActivity();
  forgetLastSeen();
}
