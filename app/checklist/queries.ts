import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { type ListedItem, listOf } from '#domain/checklist/state.ts';
import { groupBy } from '#domain/lists/group-by.ts';

export interface Checklist {
  /** Without a form, the list has only the documents that the office requested. */
  readonly isFormSent: boolean;
  readonly items: readonly ListedItem[];
}

export const checklistQueryKey = (userId: string) => ['checklist', userId] as const;

/** The documents that a client's return of a year needs, with their states. Doesn't keep the answers of the form. */
export function checklistQuery(userId: string, year: number) {
  return queryOptions({
    queryKey: [...checklistQueryKey(userId), year] as const,
    queryFn: async ({ signal }): Promise<Checklist> => {
      const [{ checklistFor }, form, items, documents] = await Promise.all([
        // Knows all questions of the tax form, so it comes with the answers and not before the page.
        import('#domain/checklist/checklist.ts'),
        dataOf(
          rest
            .from('tax_forms')
            .select('form_data, submitted_at')
            .eq('user_id', userId)
            .eq('year', year)
            .limit(1)
            .abortSignal(signal)
            .maybeSingle(),
        ),
        dataOf(
          rest
            .from('checklist_items')
            .select('id, item, title, state, reason, note')
            .eq('user_id', userId)
            .eq('year', year)
            .order('updated_at'),
          signal,
        ),
        dataOf(rest.from('checklist_documents').select('item_id, document_id').eq('user_id', userId), signal),
      ]);
      const ticked = groupBy(documents, ({ item_id }) => item_id);
      const isFormSent = form?.submitted_at != null;
      const stored = items.map(({ id, ...row }) => ({
        ...row,
        documentIds: (ticked.get(id) ?? []).map(({ document_id }) => document_id),
      }));
      return { isFormSent, items: listOf(isFormSent ? checklistFor(form?.form_data) : [], stored) };
    },
    // The form may have been sent since: live changes don't cover it.
    staleTime: 0,
  });
}

export const reloadChecklist = (userId: string) => invalidate(checklistQueryKey(userId));

export const useLiveChecklist = (userId: string) =>
  useLiveChanges([{ table: 'checklist_items', filter: `user_id=eq.${userId}` }], () =>
    reloadChecklist(userId),
  );
