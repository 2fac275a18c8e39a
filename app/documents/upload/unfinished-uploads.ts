import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#app/shared/api/api.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { storageKey } from '#domain/documents/folders.ts';

/** An upload that stopped before all its bytes arrived. The server keeps the bytes; the browser stores nothing. */
export interface UnfinishedUpload {
  readonly id: string;
  /** Relative to the owner's root folder. */
  readonly path: string;
  readonly size: number;
  /** Bytes that the server has. */
  readonly received: number;
  readonly fingerprint: string;
  readonly updatedAt: string;
  /** Whether the signed-in user began it. Only they can go on, on any device. */
  readonly isMine: boolean;
  readonly mayCancel: boolean;
}

export const uploadEndpoint = () => `${location.origin}/storage/v1/upload/resumable`;
export const uploadUrl = (id: string) => `${uploadEndpoint()}/${encodeURIComponent(id)}`;

/** The uploads to an owner's files that the signed-in user has started, on any device. */
export async function listUnfinished(ownerId: string): Promise<UnfinishedUpload[]> {
  return (await listAllUnfinished(ownerId)).filter(({ isMine }) => isMine);
}

async function listAllUnfinished(ownerId: string): Promise<UnfinishedUpload[]> {
  const { data, error } = await rest.rpc('unfinished_uploads', { owner: ownerId });
  if (error) throw error;
  return data.map(({ id, path, size, received, fingerprint, updated_at, mine, may_cancel }) => ({
    id,
    path,
    size,
    received,
    fingerprint,
    updatedAt: updated_at,
    isMine: mine,
    mayCancel: may_cancel,
  }));
}

/** After this long without new bytes, no other tab or device is still sending. */
export const QUIET_MS = 60_000;

/** Also those of others. */
export function unfinishedQuery(ownerId: string) {
  return queryOptions({
    queryKey: ['unfinished-uploads', ownerId] as const,
    queryFn: () => listAllUnfinished(ownerId),
    staleTime: 0,
    // Another device may be sending now, and may be interrupted later.
    refetchInterval: ({ state }) => (state.data?.length ? QUIET_MS : false),
  });
}

export function refreshUnfinished(): void {
  void queryClient.invalidateQueries({ queryKey: ['unfinished-uploads'] });
}

/** The unfinished upload of exactly this file to this key. */
export async function findUnfinished(
  key: string,
  fingerprint: string,
): Promise<UnfinishedUpload | undefined> {
  const ownerId = key.split('/')[0] ?? '';
  const uploads = await listUnfinished(ownerId);
  return uploads.find((one) => one.fingerprint === fingerprint && storageKey(ownerId, one.path) === key);
}

/** Deletes an unfinished upload on the server. Succeeds if it is already gone. */
export async function discardUnfinished(id: string): Promise<void> {
  const options = { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } } as const;
  await callOwn(uploadUrl(id), options).catch((error: unknown) => {
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 410))) throw error;
  });
}
