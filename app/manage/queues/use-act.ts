import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#app/client/error-wording.ts';
import { notify } from '#app/ui/toast-queue.ts';
import { useReloadQueues } from './queues-query.ts';

interface Act {
  /** Which row and which of its buttons, so that only this one shows that it works. */
  key: string;
  run: () => PromiseLike<{ error: unknown }>;
  /** What is said when it is done. */
  said: string;
}

/** One press, one change: done, told, and the lists fetched again. */
export function useAct() {
  const queryClient = useQueryClient();
  const reloadQueues = useReloadQueues();
  const { mutate, isPending, variables } = useMutation({
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
  return {
    act: (next: Act) => {
      if (!isPending) mutate(next);
    },
    /** The key of what is being done. */
    busy: isPending ? variables.key : null,
  };
}
