import { endLostSession, queryClient } from '../api/query-client.tsx';
import { supabase } from '../api/supabase.ts';
import { fetchProfile } from './profile.ts';
import { recordSession } from './record-session.ts';
import { createSessionStore } from './session-store.ts';

/** Outlives the pages: after a visit to a public page, the session doesn't have to be read again. */
export const store = createSessionStore({
  auth: supabase.auth,
  loadProfile: (userId) =>
    fetchProfile(supabase, userId).catch((error: unknown) => {
      endLostSession(error);
      throw error;
    }),
  recordSession,
  onUserChange: () => queryClient.clear(),
  warn: (message, error) => console.warn(message, error),
});
