import { useQueryClient } from '@tanstack/react-query';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { documentsQueryKey } from '../browser/folder-query.ts';

/** Keeps what is shown of a person's documents up to date while somebody else, or another device, changes them. */
export function useLiveDocuments(ownerId: string): void {
  const queryClient = useQueryClient();
  useLiveChanges({ table: 'file_uploads', filter: `user_id=eq.${ownerId}` }, () =>
    queryClient.invalidateQueries({ queryKey: documentsQueryKey(ownerId) }),
  );
}
