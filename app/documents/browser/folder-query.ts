import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import { supabaseDocuments } from '../store/supabase-documents.ts';

/** Everything that was fetched about a person's documents. */
export function documentsQueryKey(ownerId: string) {
  return ['documents', ownerId] as const;
}

export function folderQueryKey(ownerId: string, folder: string) {
  return [...documentsQueryKey(ownerId), 'folder', folder] as const;
}

/** What is in a folder. */
export function folderQuery(ownerId: string, folder: string) {
  return queryOptions({
    queryKey: folderQueryKey(ownerId, folder),
    queryFn: () => supabaseDocuments(supabase, ownerId).list(folder),
  });
}

/** Every folder of a person: the places that something can be moved to. */
export function foldersQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...documentsQueryKey(ownerId), 'tree'] as const,
    queryFn: () => supabaseDocuments(supabase, ownerId).folders(),
    staleTime: 0,
  });
}
