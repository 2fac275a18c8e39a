import { queryOptions } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';

type Row = Database['public']['Tables']['file_uploads']['Row'];

/** What the client and its members have uploaded. Documents that staff uploaded for the client don't count. */
export interface SentDocuments {
  readonly count: number;
  /** The newest three, newest first. */
  readonly latest: readonly Pick<Row, 'id' | 'file_name' | 'uploaded_at'>[];
}

const LATEST = 3;

export function sentDocumentsQuery(userId: string) {
  return queryOptions({
    queryKey: ['sent-documents', userId] as const,
    queryFn: async ({ signal }): Promise<SentDocuments> => {
      const { data, count, error } = await rest
        .from('file_uploads')
        .select('id, file_name, uploaded_at', { count: 'exact' })
        .eq('user_id', userId)
        .is('by_client', true)
        .order('uploaded_at', { ascending: false })
        .limit(LATEST)
        .abortSignal(signal);
      if (error) throw error;
      return { count: count ?? data.length, latest: data };
    },
  });
}
