import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { documentsQueryKey } from '../store/documents-query.ts';

type Row = Database['public']['Tables']['trashed_documents']['Row'];
export type TrashedFile = Pick<
  Row,
  'id' | 'path' | 'file_name' | 'deleted_by_name' | 'deleted_at' | 'expires_at'
>;

/** A client's deleted files that can be restored, latest first. */
export const trashQuery = (ownerId: string, limit: number) =>
  queryOptions({
    queryKey: [...documentsQueryKey(ownerId), 'trash', limit] as const,
    queryFn: async ({ signal }): Promise<{ files: TrashedFile[]; count: number }> => {
      const { data, count, error } = await rest
        .from('trashed_documents')
        .select('id, path, file_name, deleted_by_name, deleted_at, expires_at', { count: 'exact' })
        .eq('owner_id', ownerId)
        .eq('is_folder_mark', false)
        .gt('expires_at', new Date().toISOString())
        .order('deleted_at', { ascending: false })
        .order('path')
        .limit(limit)
        .abortSignal(signal);
      if (error) throw error;
      return { files: data, count: count ?? data.length };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
