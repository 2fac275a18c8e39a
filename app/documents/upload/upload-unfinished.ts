import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { supabase } from '#app/shared/api/supabase.ts';
import { storeHeaders } from '../store/send-object.ts';

/** Uploads that stopped before they were complete. The server keeps what it has; nothing of it is kept here. */

export interface Unfinished {
  readonly id: string;
  /** Beneath the owner's root. */
  readonly path: string;
  readonly size: number;
  readonly received: number;
  readonly fingerprint: string;
  readonly updatedAt: string;
}

export const uploadEndpoint = () => `${location.origin}/storage/v1/upload/resumable`;
export const uploadUrl = (id: string) => `${uploadEndpoint()}/${encodeURIComponent(id)}`;

/** What the person in front of the screen has begun to send to somebody's files, on whatever device. */
export async function listUnfinished(ownerId: string): Promise<Unfinished[]> {
  const { data, error } = await supabase.rpc('unfinished_uploads', { owner: ownerId });
  if (error) throw error;
  return data
    .filter(({ mine }) => mine)
    .map(({ id, path, size, received, fingerprint, updated_at }) => ({
      id,
      path,
      size,
      received,
      fingerprint,
      updatedAt: updated_at,
    }));
}

export function unfinishedQuery(ownerId: string) {
  return queryOptions({
    queryKey: ['unfinished-uploads', ownerId] as const,
    queryFn: () => listUnfinished(ownerId),
    staleTime: 0,
  });
}

export function refreshUnfinished(): void {
  void queryClient.invalidateQueries({ queryKey: ['unfinished-uploads'] });
}

/** The server forgets what it has of an upload. One that is gone already is as good as discarded. */
export async function discardUnfinished(id: string): Promise<void> {
  const answer = await fetch(uploadUrl(id), {
    method: 'DELETE',
    headers: { ...(await storeHeaders(supabase)), 'tus-resumable': '1.0.0' },
  });
  if (!answer.ok && answer.status !== 404 && answer.status !== 410) {
    throw new Error(`Discarding an upload was answered with ${answer.status}`);
  }
}
