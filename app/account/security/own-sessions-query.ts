import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Database } from '#contract/generated/database.ts';

export type OwnSession = Database['public']['Functions']['my_sessions']['Returns'][number];

/** Where the person is logged in: this device first, the others by their last use. */
export const ownSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', 'sessions', userId],
    queryFn: async ({ signal }): Promise<OwnSession[]> => {
      const { data, error } = await supabase.rpc('my_sessions').abortSignal(signal);
      if (error) throw error;
      return data.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
    },
  });
