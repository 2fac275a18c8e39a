import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { createLateSession } from './late-session.ts';
import { onLibrary } from './library-signal.ts';
import { noteSession } from './session-note.ts';
import { type SessionState, unknownSession } from './session-store.ts';
import { isSessionStored, onSessionStored } from './stored-session.ts';

const session = createLateSession({
  load: async () => (await import('./session-library.ts')).store,
  isSessionStored,
  wakers: [onLibrary, onSessionStored],
  onNobody: () => noteSession(null),
  warn: (message, error) => console.warn(message, error),
});

export type { Profile } from './profile.ts';

export interface ClientSession extends SessionState {
  reloadProfile: () => Promise<void>;
  /** Forgets the session on this device, even when the server can't be told. Never fails. */
  signOut: (why?: 'idle') => Promise<void>;
}

const SessionContext = createContext<ClientSession | null>(null);

/** Around the screens that need to know the person. Public pages use the session hint instead. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.read, () => unknownSession);
  const { signOut, reloadProfile } = session;
  return <SessionContext value={{ ...state, signOut, reloadProfile }}>{children}</SessionContext>;
}

export function useSession(): ClientSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
