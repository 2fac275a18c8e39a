import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { forgetActivity } from './idle/activity.ts';
import { fetchProfile } from './profile.ts';
import { endLostSession, queryClient } from './query-client.tsx';
import { writeSessionHint } from './session-hint.ts';
import { createSessionStore, type SessionState, unknownSession } from './session-store.ts';
import { supabase } from './supabase.ts';

/** Outlives the screens: going to a public page and back doesn't ask again who is signed in. */
const store = createSessionStore({
  auth: supabase.auth,
  loadProfile: (userId) =>
    fetchProfile(supabase, userId).catch((error: unknown) => {
      endLostSession(error);
      throw error;
    }),
  writeHint: (hint) => {
    writeSessionHint(hint);
    if (hint === null) forgetActivity();
  },
  onUserChange: () => queryClient.clear(),
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
  const state = useSyncExternalStore(store.subscribe, store.read, () => unknownSession);
  const { signOut, reloadProfile } = store;
  return <SessionContext value={{ ...state, signOut, reloadProfile }}>{children}</SessionContext>;
}

export function useSession(): ClientSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
