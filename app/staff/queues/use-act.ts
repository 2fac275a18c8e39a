import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { useReloadQueues } from './queues-query.ts';

interface Act {
  row: string;
  /** Which of its buttons, so that only this one shows that it works. */
  label: string;
  run: () => PromiseLike<{ error: unknown }>;
  /** What is said when it is done. */
  said: string;
}

const key = ['queues', 'act'];

/**
 * One press, one change: done, told, and the lists fetched again. What else is pressed meanwhile needn't wait; the same
 * button's second press is none.
 */
export function useAct() {
  const queryClient = useQueryClient();
  const reloadQueues = useReloadQueues();
  const { mutate } = useMutation({
    mutationKey: key,
    mutationFn: async ({ run }: Act) => {
      const { error } = await run();
      if (error) throw error;
    },
    onSuccess: (_, { said }) => notify('success', said),
    onError: (error) => notify('danger', messageOf(error)),
    // The list below shows the forms and returns too.
    onSettled: () =>
      Promise.all([reloadQueues(), queryClient.invalidateQueries({ queryKey: ['clients', 'facts'] })]),
  });
  const busy = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.variables as Act,
  });
  const isBusy = (row: string, label: string) => busy.some((act) => act.row === row && act.label === label);
  return {
    act: (next: Act) => {
      if (!isBusy(next.row, next.label)) mutate(next);
    },
    isBusy,
  };
}
