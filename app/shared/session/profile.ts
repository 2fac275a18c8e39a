import type { User } from '@supabase/supabase-js';
import type { Database } from '#contract/generated/database.ts';
import type { Supabase } from '../api/supabase.ts';

type Row = Database['public']['Tables']['user_profiles']['Row'];

/** What the app knows of a person, be it from the database or from the sign-up. */
export type Profile = Omit<Row, 'id' | 'confirmed' | 'updated_at' | 'search'>;

/** The profile as the database has it, or null while there is none. Throws when it can't be asked. */
export async function fetchProfile(supabase: Supabase, userId: string): Promise<Profile | null> {
  await sessionOf(supabase.auth, userId);
  const { data, error } = await supabase
    .from('user_profiles')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  return data;
}

const patienceMs = 1000;

/**
 * Another tab announces its sign-in a moment before this one can read the session that it stored; a question asked
 * in between would go out as a visitor's.
 */
async function sessionOf(auth: Supabase['auth'], userId: string): Promise<void> {
  for (let wait = 10; wait < patienceMs; wait *= 2) {
    const { data } = await auth.getSession();
    if (data.session?.user.id === userId) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** What the sign-up knows about a person, for when the database can't be asked. Always a client. */
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
    created_at: user.created_at,
  };
}
