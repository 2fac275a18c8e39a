import { useQuery } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Database } from '#contract/generated/database.ts';

/** What a client has sent so far. */
export interface Papers {
  count: number;
  /** The newest few, newest first. */
  latest: readonly Paper[];
}

type Paper = Pick<Database['public']['Tables']['file_uploads']['Row'], 'id' | 'file_name' | 'uploaded_at'>;

const latestShown = 3;

export function usePapers(userId: string) {
  return useQuery({
    queryKey: ['account', 'papers', userId],
    queryFn: async ({ signal }): Promise<Papers> => {
      const { data, count, error } = await supabase
        .from('file_uploads')
        .select('id, file_name, uploaded_at', { count: 'exact' })
        .eq('user_id', userId)
        // Not what staff have put into the folder.
        .eq('uploaded_by', userId)
        .order('uploaded_at', { ascending: false })
        .limit(latestShown)
        .abortSignal(signal);
      if (error) throw error;
      return { count: count ?? data.length, latest: data };
    },
  });
}
