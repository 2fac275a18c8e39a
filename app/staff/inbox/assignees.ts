import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Profile } from '#app/shared/session/profile.ts';

const columns = 'user_id, email, first_name, last_name, phone, referred_by, role, created_at';

/** Everybody who is more than a client: super users first, then by name. */
export function staffQuery() {
  return queryOptions({
    queryKey: ['staff'] as const,
    queryFn: async ({ signal }): Promise<Profile[]> => {
      const { data, error } = await supabase
        .from('user_profiles')
        .select(columns)
        .neq('role', 'client')
        .order('role', { ascending: false })
        .order('first_name')
        .order('last_name')
        .order('email')
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
  });
}
