import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Database } from '#contract/generated/database.ts';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import { documentsQueryKey } from './browser/folder-query.ts';
import type { DocumentItem } from './store/document-store.ts';

type Row = Database['public']['Tables']['file_uploads']['Row'];

/** As many as the server gives at once: more than one chooses from by eye. */
const MOST = 1000;

/** A row of file_uploads as the screens of the files know it. */
export function documentOf(row: Row): DocumentItem {
  return {
    key: row.id,
    type: 'file',
    name: row.file_name,
    path: row.file_path.slice(row.file_path.indexOf('/') + 1),
    size: row.file_size,
    id: row.id,
    uploadedAt: row.uploaded_at,
    downloadCount: row.download_count,
    mimeType: row.file_type,
    sha256: row.sha256,
    uploadedBy: row.uploaded_by,
  };
}

/** A person's documents of all folders, the newest first: to choose from. */
export function documentsQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...documentsQueryKey(ownerId), 'all'] as const,
    queryFn: async ({ signal }): Promise<DocumentItem[]> => {
      const { data, error } = await supabase
        .from('file_uploads')
        .select('*')
        .eq('user_id', ownerId)
        .order('uploaded_at', { ascending: false })
        .limit(MOST)
        .abortSignal(signal);
      if (error) throw error;
      return data.filter((row) => !isPlaceholder(row.file_name)).map(documentOf);
    },
  });
}

/** One document as it is now, or null when it is not there any more. Throws when it can't be asked. */
export async function fetchDocument(id: string): Promise<DocumentItem | null> {
  const { data, error } = await supabase.from('file_uploads').select('*').eq('id', id).maybeSingle();
  if (error) throw error;
  return data && documentOf(data);
}
