import { dataOf } from '../api/done.ts';
import { rest } from '../api/rest.ts';
import type { Profile } from './profile.ts';

/** The profile from the database, or null if there is none yet. Throws the API's error. */
export async function fetchProfile(userId: string): Promise<Profile | null> {
  return dataOf(rest.from('user_profiles').select('*').eq('user_id', userId).maybeSingle());
}
