import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#app/shared/api/api.ts';
import { authSession } from '#app/shared/api/auth-session.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';

/**
 * An upload that stopped before all its bytes arrived. The server keeps the bytes; the browser stores nothing. Its path
 * is relative to the owner's root folder. `mine`: the signed-in user began it. Only they can go on, on any device.
 */
export type UnfinishedUpload = Database['public']['Functions']['unfinished_uploads']['Returns'][number];

export const uploadEndpoint = () => `${location.origin}/storage/v1/upload/resumable`;
export const uploadUrl = (id: string) => `${uploadEndpoint()}/${encodeURIComponent(id)}`;

/** The unfinished uploads to an owner's files, also those of others, from any device. */
export async function listUnfinished(owner: string): Promise<UnfinishedUpload[]> {
  return dataOf(rest.rpc('unfinished_uploads', { owner }));
}

/** Tells a tab's uploads from those of other devices after a reload. Too short to tell what a file is. */
export const markOf = ({ fingerprint }: Pick<UnfinishedUpload, 'fingerprint'>): string =>
  String(fingerprint).slice(0, 8);

/** After this long without new bytes, no other tab or device is still sending. */
const QUIET_MS = 60_000;

export const isQuiet = ({ updated_at: at }: UnfinishedUpload) =>
  authSession.serverNow() - Date.parse(at) > QUIET_MS;

export function unfinishedQuery(ownerId: string) {
  return queryOptions({
    queryKey: ['unfinished-uploads', ownerId] as const,
    queryFn: () => listUnfinished(ownerId),
    staleTime: 0,
    // Another device may be sending now, and may be interrupted later.
    refetchInterval: ({ state }) => (state.data?.length ? QUIET_MS : false),
  });
}

export function refreshUnfinished(): void {
  void invalidate(['unfinished-uploads']);
}

/** Deletes unfinished uploads on the server. Succeeds if one is already gone. */
export async function discardUnfinished(uploads: readonly UnfinishedUpload[]): Promise<void> {
  const options = { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } } as const;
  const isGone = (error: unknown) =>
    error instanceof ApiError && (error.status === 404 || error.status === 410);
  const discard = ({ id }: UnfinishedUpload) =>
    callOwn(uploadUrl(id), options).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  await Promise.all(uploads.map(discard));
}
