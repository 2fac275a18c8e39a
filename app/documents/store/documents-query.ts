import { queryOptions } from '@tanstack/react-query';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import type { Language } from '#domain/language/language.ts';
import { supabaseDocuments } from './supabase-documents.ts';

export function documentsQueryKey(ownerId: string) {
  return ['documents', ownerId] as const;
}

export function folderQuery(ownerId: string, folder: string) {
  return queryOptions({
    queryKey: [...documentsQueryKey(ownerId), 'folder', folder] as const,
    queryFn: () => supabaseDocuments(ownerId).list(folder),
    meta: { keeps: () => true },
  });
}

export function foldersQuery(ownerId: string, language: Language) {
  return queryOptions({
    queryKey: [...documentsQueryKey(ownerId), 'tree', language] as const,
    queryFn: () => supabaseDocuments(ownerId).folders(language),
    staleTime: 0,
  });
}

export const reloadDocuments = (ownerId: string) => invalidate(documentsQueryKey(ownerId));

export const useLiveDocuments = (ownerId: string) =>
  useLiveChanges([{ table: 'file_uploads', filter: `user_id=eq.${ownerId}` }], () =>
    reloadDocuments(ownerId),
  );
