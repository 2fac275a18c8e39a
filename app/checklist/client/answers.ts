import { type UploadJob, uploads, useUploads } from '#app/documents/queries.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { supabase } from '#app/shared/api/supabase.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { storageKey } from '#domain/documents/folders.ts';
import { checklistQuery } from '../queries.ts';
import { createTicking, type Goal } from './ticking.ts';

export type Answer =
  | { readonly state: 'sent'; readonly documentIds: readonly string[] }
  | { readonly state: 'not_available'; readonly why: string }
  | { readonly state: 'open' };

/** The client's answer to one line. Throws what the server says against it. */
export async function answerItem({ userId, year, item }: Goal, answer: Answer): Promise<void> {
  const { error } = await supabase.rpc('answer_checklist_item', {
    list_year: year,
    list_item: item,
    new_state: answer.state,
    ...(answer.state === 'sent' && { document_ids: [...answer.documentIds] }),
    ...(answer.state === 'not_available' && { why: answer.why }),
  });
  await queryClient.invalidateQueries({ queryKey: checklistQuery(userId, year).queryKey });
  if (error) throw error;
}

/** Uploads of this window that are meant for a line of the list. They go on while other pages are looked at. */
export const ticking = createTicking({
  queue: uploads,
  attach,
  onFailure: (error) => {
    console.warn('A file could not be ticked against the list', error);
    notify('danger', `Your file is stored, but not ticked on the list: ${messageOf(error)}`);
  },
});

async function attach(goal: Goal, path: string): Promise<void> {
  const { userId, year, item } = goal;
  const [file, list] = await Promise.all([
    supabase.from('file_uploads').select('id').eq('file_path', storageKey(userId, path)).single(),
    queryClient.fetchQuery({ ...checklistQuery(userId, year), staleTime: 0 }),
  ]);
  if (file.error) throw file.error;
  const line = list.items.find((one) => one.item === item);
  const ticked = line ? keptDocuments(line) : [];
  await answerItem(goal, { state: 'sent', documentIds: [...ticked, file.data.id] });
}

/** What stays ticked when something is added: not what the office could not use. */
export function keptDocuments({ state, documentIds }: ListedItem): readonly string[] {
  return state === 'asked_again' ? [] : documentIds;
}

/** The uploads for a line that are on their way, or didn't arrive. */
export function useUploadsFor(goal: Goal): UploadJob[] {
  return useUploads(goal.userId).filter((job) => ticking.isFor(job, goal));
}
