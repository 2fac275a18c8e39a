import { endLostSession, queryClient } from '../api/query-client.tsx';
import { supabase } from '../api/supabase.ts';
import { fetchProfile } from './profile.ts';
import { noteSession } from './session-note.ts';
import { createSessionStore } from './session-store.ts';

/** Outlives the screens: going to a public page and back doesn't ask again who is signed in. */
export const store = createSessionStore({
  auth: supabase.auth,
  loadProfile: (userId) =>
    fetchProfile(supabase, userId).catch((error: unknown) => {
      endLostSession(error);
      throw error;
    }),
  writeHint: noteSession,
  onUserChange: () => queryClient.clear(),
  warn: (message, error) => console.warn(message, error),
});
