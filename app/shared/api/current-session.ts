import type { Session } from '@supabase/supabase-js';
import { loadedAuth } from '../session/client-signal.ts';
import { freshSession, isSessionStored } from '../session/stored/stored-session.ts';

/** The session of the signed-in person. Loads the auth library only if it has to renew the access token. */
export async function currentSession(): Promise<Session | null> {
  const loaded = loadedAuth();
  if (!loaded) {
    const stored = freshSession();
    if (stored || !isSessionStored()) return stored;
  }
  const auth = loaded ?? (await import('./supabase.ts')).supabase.auth;
  const { data, error } = await auth.getSession();
  if (error) throw error;
  return data.session;
}

/** Null for a visitor, and if the session can't be renewed. */
export async function accessToken(): Promise<string | null> {
  const session = await currentSession().catch((error: unknown) => {
    console.warn('The session could not be read', error);
    return null;
  });
  return session?.access_token ?? null;
}
