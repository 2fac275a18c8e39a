import { fetchProfile } from './profile.ts';
import { endLostSession, queryClient } from './query-client.tsx';
import { noteSession } from './session-note.ts';
import { createSessionStore } from './session-store.ts';
import { supabase } from './supabase.ts';

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
