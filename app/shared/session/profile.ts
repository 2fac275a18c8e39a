import type { User } from '@supabase/supabase-js';
import type { Database } from '#contract/generated/database.ts';
import { isLanguage, sourceLanguage } from '#domain/language/language.ts';

type Row = Database['public']['Tables']['user_profiles']['Row'];

/** From the database or, if that can't be reached, from the sign-up. */
export type Profile = Omit<Row, 'id' | 'confirmed' | 'updated_at' | 'search'>;

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
