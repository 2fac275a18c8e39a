import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { useReloadQueues } from './queues-query.ts';

interface RowAction {
  row: string;
  /** Which of its buttons, so that only this one shows that it works. */
  label: string;
  run: () => PromiseLike<{ error: unknown }>;
  /** The toast after success. */
  successMessage: string;
}

const key = ['queues', 'action'];

/**
 * One press, one change: done, told, and the lists fetched again. What else is pressed meanwhile needn't wait; the same
 * button's second press is none.
 */
export function useRowAction() {
  const queryClient = useQueryClient();
  const reloadQueues = useReloadQueues();
  const { mutate } = useMutation({
    mutationKey: key,
    mutationFn: async ({ run }: RowAction) => {
      const { error } = await run();
      if (error) throw error;
    },
    onSuccess: (_, { successMessage }) => notify('success', successMessage),
    onError: (error) => notify('danger', messageOf(error)),
    // The list below shows the forms and returns too.
    onSettled: () =>
      Promise.all([reloadQueues(), queryClient.invalidateQueries({ queryKey: ['clients', 'facts'] })]),
  });
  const busy = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.variables as RowAction,
  });
  const isBusy = (row: string, label: string) =>
    busy.some((action) => action.row === row && action.label === label);
  return {
    runAction: (next: RowAction) => {
      if (!isBusy(next.row, next.label)) mutate(next);
    },
    isBusy,
  };
}
