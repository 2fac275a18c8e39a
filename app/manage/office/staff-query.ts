import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '#app/client/profile.ts';
import { useSession } from '#app/client/session.tsx';
import { supabase } from '#app/client/supabase.ts';
import type { Role } from '#domain/roles.ts';

const columns = 'user_id, email, first_name, last_name, phone, referred_by, role, created_at';

/** Everybody who is more than a client: super users first, then by name. */
export function staffQuery() {
  return queryOptions({
    queryKey: ['office', 'staff'] as const,
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

/** How many people a search for somebody to join the staff shows. */
const FOUND_SHOWN = 8;

/** Clients by name or address. */
export function candidatesQuery(term: string) {
  return queryOptions({
    queryKey: ['office', 'candidates', term] as const,
    queryFn: async ({ signal }): Promise<Profile[]> => {
      const { data, error } = await supabase
        .rpc('list_clients', { term }, { get: true })
        .select(columns)
        .eq('role', 'client')
        .limit(FOUND_SHOWN)
        .abortSignal(signal)
        .overrideTypes<Profile[], { merge: false }>();
      if (error) throw error;
      return data;
    },
    enabled: term !== '',
  });
}

/** Gives a person another role, from that moment on. */
export function useRoleChange() {
  const queries = useQueryClient();
  const { user, reloadProfile } = useSession();
  return useMutation({
    mutationFn: async ({ userId, role }: { userId: string; role: Role }) => {
      const { error } = await supabase.rpc('set_user_role', { target_user_id: userId, new_role: role });
      if (error) throw error;
    },
    onSuccess: async (_, { userId }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['office'] }),
        queries.invalidateQueries({ queryKey: ['clients'] }),
      ]);
      if (userId === user?.id) await reloadProfile();
    },
  });
}
