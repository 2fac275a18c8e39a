import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { displayName } from '#domain/documents/file-display.ts';

const columns = 'user_id, email, first_name, last_name, phone, referred_by, role, created_at';

/** All staff: super users first, then by name. */
export function assigneesQuery() {
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

/** The assignee's name as shown to the user `ownId`. */
export function assigneeName(staff: readonly Profile[], id: string, ownId: string): string {
  if (id === ownId) return 'You';
  const found = staff.find(({ user_id }) => user_id === id);
  return found ? displayName(found) : 'A former colleague';
}
