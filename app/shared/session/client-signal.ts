import type { SupabaseClient } from '@supabase/supabase-js';

type Auth = SupabaseClient['auth'];

let auth: Auth | null = null;
const listeners = new Set<(auth: Auth) => void>();

/** Called by the supabase client when a page has loaded it: from then on a person may sign in. */
export function announceClient(loaded: Auth): void {
  auth = loaded;
  for (const listener of listeners) listener(auth);
  listeners.clear();
}

/** Calls the listener when the client is loaded; at once if it is. Returns how to stop waiting. */
export function onClientLoaded(listener: (auth: Auth) => void): () => void {
  if (auth) listener(auth);
  else listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The auth library; null until something has loaded it. */
export const loadedAuth = (): Auth | null => auth;
