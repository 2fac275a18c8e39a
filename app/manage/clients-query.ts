import { queryOptions } from '@tanstack/react-query';
import type { Profile } from '#app/client/profile.ts';
import { supabase } from '#app/client/supabase.ts';
import { clientFilter } from './client-search.ts';

/** Rows fetched at a time: more than a screen, little enough to be there at once. */
export const PAGE_ROWS = 100;

const columns = 'user_id, email, first_name, last_name, phone, role, created_at';

export interface ClientsPage {
  readonly rows: readonly Profile[];
  /** How many match in all; only the first page asks. */
  readonly count: number | null;
}

/** A page of everybody whom the search finds, newest first. */
export function clientsPageQuery(search: string, page: number) {
  return queryOptions({
    queryKey: ['clients', 'list', search, page] as const,
    queryFn: async ({ signal }): Promise<ClientsPage> => {
      const everybody = supabase.from('user_profiles').select(columns, page === 0 ? { count: 'exact' } : {});
      const filter = clientFilter(search);
      const found = filter === null ? everybody : everybody.or(filter);
      const { data, count, error } = await found
        .order('created_at', { ascending: false })
        .order('id')
        .range(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1)
        .abortSignal(signal)
        .overrideTypes<Profile[], { merge: false }>();
      if (error) throw error;
      return { rows: data, count };
    },
  });
}

/** How many people there are at all. */
export function clientsTotalQuery() {
  return queryOptions({
    queryKey: ['clients', 'total'] as const,
    queryFn: async ({ signal }): Promise<number> => {
      const { count, error } = await supabase
        .from('user_profiles')
        .select('user_id', { count: 'exact', head: true })
        .abortSignal(signal);
      if (error) throw error;
      return count ?? 0;
    },
  });
}

/** The one whose files are open; null when there is nobody of this id. */
export function clientQuery(userId: string) {
  return queryOptions({
    queryKey: ['clients', 'one', userId] as const,
    queryFn: async (): Promise<Profile | null> => {
      const { data, error } = await supabase
        .from('user_profiles')
        .select(columns)
        .eq('user_id', userId)
        .maybeSingle<Profile>();
      if (error) throw error;
      return data;
    },
  });
}
