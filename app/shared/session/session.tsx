import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { onClientLoaded } from './client-signal.ts';
import { createLazySession } from './lazy-session.ts';
import { recordSession } from './record-session.ts';
import { type SessionState, unknownSession } from './session-state.ts';
import { isSessionStored, onSessionStored } from './stored/stored-session.ts';

const session = createLazySession({
  load: async () => (await import('./supabase-session.ts')).store,
  isSessionStored,
  wakers: [(wake) => void onClientLoaded(wake), onSessionStored],
  onSignedOut: () => recordSession(null),
  warn: (message, error) => console.warn(message, error),
});

export type { Profile } from './profile.ts';

export interface ClientSession extends SessionState {
  reloadProfile: () => Promise<void>;
  /** Removes the session from this device, even if the server can't be reached. Never fails. */
  signOut: (reason?: 'idle') => Promise<void>;
  holdPages: () => () => void;
}

const SessionContext = createContext<ClientSession | null>(null);

/** For the pages that need the session. Public pages use the session hint instead. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.read, () => unknownSession);
  const { signOut, reloadProfile, holdPages } = session;
  return <SessionContext value={{ ...state, signOut, reloadProfile, holdPages }}>{children}</SessionContext>;
}

export function useSession(): ClientSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
