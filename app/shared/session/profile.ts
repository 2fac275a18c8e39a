import type { User } from '@supabase/supabase-js';
import type { Database } from '#contract/generated/database.ts';
import { isLanguage, sourceLanguage } from '#domain/language/language.ts';
import type { Supabase } from '../api/supabase.ts';

type Row = Database['public']['Tables']['user_profiles']['Row'];

/** From the database or, if that can't be reached, from the sign-up. */
export type Profile = Omit<Row, 'id' | 'confirmed' | 'updated_at' | 'search'>;

/** The columns of a profile, for lists of people. */
export const profileColumns =
  'user_id, email, first_name, last_name, phone, referred_by, role, language, created_at';

/** The profile from the database, or null if there is none yet. Throws the API's error. */
export async function fetchProfile(supabase: Supabase, userId: string): Promise<Profile | null> {
  await waitForSession(supabase.auth, userId);
  const { data, error } = await supabase
    .from('user_profiles')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  return data;
}

const SESSION_TIMEOUT_MS = 1000;

/**
 * Waits for the stored session. Another tab announces its sign-in just before this one can read the session; a request
 * in between would be sent as a visitor's.
 */
async function waitForSession(auth: Supabase['auth'], userId: string): Promise<void> {
  for (let wait = 10; wait < SESSION_TIMEOUT_MS; wait *= 2) {
    const { data } = await auth.getSession();
    if (data.session?.user.id === userId) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The profile from the sign-up's metadata. Always with the role client. */
export function basicProfile(user: User): Profile {
  const text = (key: string) => {
    const value: unknown = user.user_metadata[key];
    return typeof value === 'string' ? value : '';
  };
  return {
    user_id: user.id,
    email: user.email ?? '',
    first_name: text('first_name'),
    last_name: text('last_name'),
    phone: text('phone'),
    referred_by: text('referred_by'),
    role: 'client',
    language: isLanguage(user.user_metadata.language) ? user.user_metadata.language : sourceLanguage,
    created_at: user.created_at,
  };
}
