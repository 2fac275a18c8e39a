import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate, queryClient } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { storageKey } from '#domain/documents/folders.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { checklistQuery } from '../queries.ts';

export interface ItemRef {
  readonly userId: string;
  readonly year: number;
  readonly item: string;
  readonly title?: string;
  /** If it is not the user's own list. */
  readonly clientName?: string | null;
}

export type Answer =
  | { readonly state: 'sent'; readonly documentIds: readonly string[] }
  | { readonly state: 'not_available'; readonly why: string }
  | { readonly state: 'open' };

export async function answerItem({ userId, year, item }: ItemRef, answer: Answer): Promise<void> {
  const { error } = await rest.rpc('answer_checklist_item', {
    list_year: year,
    list_item: item,
    new_state: answer.state,
    client_id: userId,
    ...(answer.state === 'sent' && { document_ids: [...answer.documentIds] }),
    ...(answer.state === 'not_available' && { why: answer.why }),
  });
  await invalidate(checklistQuery(userId, year).queryKey);
  if (error) throw error;
}

/** Attaches a stored document to an item, in addition to those that it has. Throws the API's error. */
export async function attachDocument(ref: ItemRef, path: string): Promise<void> {
  const { userId, year } = ref;
  const [file, list] = await Promise.all([
    dataOf(rest.from('file_uploads').select('id').eq('file_path', storageKey(userId, path)).single()),
    queryClient.fetchQuery({ ...checklistQuery(userId, year), staleTime: 0 }),
  ]);
  const item = list.items.find((one) => one.item === ref.item);
  const attached = item ? usableDocuments(item) : [];
  await answerItem(ref, { state: 'sent', documentIds: [...attached, file.id] });
}

export function notifyAttachFailure(error: unknown, t: Translate): void {
  console.warn('A file could not be attached to a checklist item', error);
  const problem = messageOf(error, t);
  notify('danger', t(msg`We saved your file, but couldn’t check it off your list: ${{ problem }}`));
}

/** The documents that stay attached when others are added: none that the office could not use. */
export function usableDocuments({ state, documentIds }: ListedItem): readonly string[] {
  return state === 'asked_again' ? [] : documentIds;
}
