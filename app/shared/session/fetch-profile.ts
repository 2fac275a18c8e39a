import { currentSession } from '../api/current-session.ts';
import { rest } from '../api/rest.ts';
import type { Profile } from './profile.ts';

/** The profile from the database, or null if there is none yet. Throws the API's error. */
export async function fetchProfile(userId: string): Promise<Profile | null> {
  await waitForSession(userId);
  const { data, error } = await rest.from('user_profiles').select('*').eq('user_id', userId).maybeSingle();
  if (error) throw error;
  return data;
}

const SESSION_TIMEOUT_MS = 1000;

/**
 * Waits for the stored session. Another tab announces its sign-in just before this one can read the session; a request
 * in between would be sent as a visitor's.
 */
async function waitForSession(userId: string): Promise<void> {
  for (let wait = 10; wait < SESSION_TIMEOUT_MS; wait *= 2) {
    const session = await currentSession().catch(() => null);
    if (session?.user.id === userId) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
