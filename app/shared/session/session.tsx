import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { browserSession } from './browser-session.ts';
import { type SessionState, unknownSession } from './session-state.ts';

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
  const { subscribe, read, signOut, reloadProfile, holdPages } = browserSession;
  const state = useSyncExternalStore(subscribe, read, () => unknownSession);
  return <SessionContext value={{ ...state, signOut, reloadProfile, holdPages }}>{children}</SessionContext>;
}

export function useSession(): ClientSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
