import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { deletionRefusal } from '#domain/clients/deletion.ts';
import type { Translate } from '#domain/language/translate.ts';

/** In the order of the preview. */
export const deletedKinds = [
  'documents',
  'trashed',
  'forms',
  'drafts',
  'returns',
  'messages',
  'notes',
  'letters',
  'appointments',
  'signature_requests',
  'bills',
] as const;

/** Rows of one kind that the law keeps until the same day. */
export interface Kept {
  readonly kind: 'return' | 'form' | 'document' | 'signature' | 'consent' | 'bills';
  readonly return_kind: string | null;
  readonly year: number | null;
  /** "2034-06-30", the last day. */
  readonly until: string;
  readonly rows: number;
  /** Of a return. */
  readonly has_document: boolean | null;
}

/** What a deletion would do (`preview_client_deletion`, migration 0074_kept_by_law). */
export interface DeletionPreview {
  readonly problems: readonly string[];
  /** Whether another super user has to agree. */
  readonly needs_second: boolean;
  /** The addresses of the logins. */
  readonly logins: readonly string[];
  /** Names of clients that were merged into this one. */
  readonly merged: readonly string[];
  readonly deletes: Readonly<Record<(typeof deletedKinds)[number], number>>;
  readonly kept: readonly Kept[];
  readonly owes_cents: number;
  /** What the client has on account. */
  readonly credit_cents: number;
  /** Names of others who see this client today. */
  readonly people: readonly string[];
  /** Names of clients that this login sees today. */
  readonly other_clients: readonly string[];
}

export function deletionPreviewQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'deletion-preview'] as const,
    queryFn: async ({ signal }): Promise<DeletionPreview> =>
      (await dataOf(
        rest.rpc('preview_client_deletion', { client_id: clientId }, { get: true }),
        signal,
      )) as unknown as DeletionPreview,
    // The client may still be sending files.
    staleTime: 0,
  });
}

/** What is asked, or was done, for this client; null if nothing is. */
export function deletionQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'deletion'] as const,
    queryFn: async ({ signal }) => {
      const data = await dataOf(
        rest.rpc('deletion_of_client', { client_id: clientId }, { get: true }),
        signal,
      );
      return data[0] ?? null;
    },
  });
}

/** @param alone what the preview said: it is done at once, without another super user */
export const requestDeletion = (clientId: string, alone: boolean) =>
  done(rest.rpc('request_client_deletion', { client_id: clientId, alone }));

export const actOnDeletion = (
  act: 'confirm_client_deletion' | 'withdraw_client_deletion',
  clientId: string,
) => done(rest.rpc(act, { client_id: clientId }));

/** The words for an error of an act. The database names the reason in `details`. */
export function deletionProblem(error: unknown, t: Translate): string {
  const words = deletionRefusal((error as { details?: string | null }).details);
  return words ? t(words) : messageOf(error, t);
}
