import { useQueryClient } from '@tanstack/react-query';
import { useLiveChanges } from '#app/client/use-live-changes.ts';
import { documentsQueryKey } from './folder-query.ts';

/** Keeps what is shown of a person's documents up to date while somebody else, or another device, changes them. */
export function useLiveDocuments(ownerId: string): void {
  const queryClient = useQueryClient();
  useLiveChanges({ table: 'file_uploads', filter: `user_id=eq.${ownerId}` }, () =>
    queryClient.invalidateQueries({ queryKey: documentsQueryKey(ownerId) }),
  );
}
