import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { mergeRefusal } from '#domain/clients/merge.ts';
import type { Translate } from '#domain/language/translate.ts';

/** What a merge would do (`preview_client_merge`, migration 0038_client_merges). */
export interface MergePreview {
  readonly problems: readonly string[];
  readonly source_has_login: boolean;
  readonly target_has_login: boolean;
  readonly moves: Readonly<Partial<Record<(typeof movedKinds)[number], number>>>;
  readonly stays: {
    readonly forms: readonly number[];
    readonly drafts: readonly number[];
    readonly returns: readonly { readonly year: number; readonly kind: string }[];
    /** The source's full tax number: the target has one, or other last digits. */
    readonly tax_number: boolean;
  };
  readonly details: DetailsToMerge;
  readonly people: readonly PersonAfterMerge[];
}

/** What the target has none of and gets from the source; contacts and tags are added. */
export type DetailsToMerge = Readonly<
  Partial<Record<'addresses' | 'contacts' | 'tags', true>> &
    // `texts_to` is the number of a consent to texts.
    Partial<Record<'phone' | 'email' | 'language' | 'texts_to', string>> &
    Partial<Record<'preparer' | 'reviewer' | 'client_since' | 'tax_id_last4', string>>
>;

/** In the order of the preview. */
export const movedKinds = [
  'documents',
  'renamed',
  'trashed',
  'forms',
  'drafts',
  'returns',
  'checklist_items',
  'notes',
  'letters',
  'messages',
  'bills',
  'signature_requests',
  'tax_numbers',
] as const;

/** Someone who will see the client that stays. */
export interface PersonAfterMerge {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly relation: string;
  readonly last_year: number | null;
  /** Doesn't see that client yet. */
  readonly is_new: boolean;
}

/** `source` would be archived, `target` stays. */
export interface MergePair {
  readonly source: string;
  readonly target: string;
}

export function previewQuery({ source, target }: MergePair) {
  return queryOptions({
    queryKey: ['merge', 'preview', source, target] as const,
    queryFn: async ({ signal }): Promise<MergePreview> =>
      (await dataOf(
        rest.rpc('preview_client_merge', { source, target }, { get: true }),
        signal,
      )) as unknown as MergePreview,
    // Both may be worked on by others.
    staleTime: 0,
  });
}

type MergeRow = Database['public']['Tables']['client_merges']['Row'];

export interface ClientMerge extends Pick<MergeRow, 'id' | 'source_id' | 'target_id' | 'merged_at'> {
  readonly source: { readonly name: string } | null;
  readonly target: { readonly name: string } | null;
}

/** The merges of a client, on either side, newest first, without those that were undone. */
export function mergesQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'merges'] as const,
    queryFn: ({ signal }): Promise<ClientMerge[]> =>
      dataOf(
        rest
          .from('client_merges')
          .select(
            'id, source_id, target_id, merged_at, source:clients!client_merges_source_id_fkey(name), target:clients!client_merges_target_id_fkey(name)',
          )
          .or(`source_id.eq.${clientId},target_id.eq.${clientId}`)
          .is('undone_at', null)
          .order('merged_at', { ascending: false })
          .limit(20)
          .abortSignal(signal)
          .overrideTypes<ClientMerge[], { merge: false }>(),
      ),
  });
}

export function mergeProblem(error: unknown, t: Translate): string {
  const words = mergeRefusal(failureOf(error).code);
  return words ? t(words) : messageOf(error, t);
}

/** @param people who will see the client that stays, as the preview named them */
export const mergeClients = (request: MergePair & { requestId: string; people: readonly string[] }) =>
  callOwn('/functions/v1/client-merge', { body: request });

export const undoMerge = (mergeId: string) =>
  callOwn('/functions/v1/client-merge-undo', { body: { mergeId } });

/** Nearly everything that staff see of the two has changed. */
export const refetchAll = () => queryClient.invalidateQueries();
