import { useLingui } from '@lingui/react/macro';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import type { ButtonVariant } from '#app/ui/actions/button-style.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { useReloadQueues } from './queues-query.ts';

interface RowAction {
  row: string;
  /** Identifies the button, so that only this one shows as busy. */
  label: string;
  run: () => Promise<unknown>;
  /** The toast after success, and what takes it back. */
  successMessage: string;
  undo?: RowAction['run'];
}

const key = ['queues', 'action'];

/**
 * Runs an action on a row, shows a toast, and refetches the lists. Different buttons run in parallel; a
 * second click on a busy button does nothing.
 */
export function useRowAction() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const reloadQueues = useReloadQueues();
  const { mutate } = useMutation({
    mutationKey: key,
    mutationFn: ({ run }: RowAction) => run(),
    onSuccess: (_, { undo, successMessage, ...action }) =>
      notify(
        'success',
        successMessage,
        undo && {
          label: t`Undo`,
          onPress: () => mutate({ ...action, run: undo, successMessage: t`Your change was undone` }),
        },
      ),
    onError: (error) => notify('danger', messageOf(error, t)),
    // The client list shows forms and returns too.
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

interface ActionButtonProps extends RowAction {
  /** The row's subject, for screen readers. */
  about: string;
  variant?: ButtonVariant;
  /** In place of the action, such as to ask first. */
  onPress?: (() => void) | undefined;
}

export function ActionButton({ about, variant = 'secondary', onPress, ...action }: ActionButtonProps) {
  const { row, label } = action;
  const { runAction, isBusy } = useRowAction();
  return (
    <Button
      variant={variant}
      size="small"
      aria-label={`${label}: ${about}`}
      busy={isBusy(row, label)}
      className="max-lg:min-h-11 max-lg:px-2"
      onPress={onPress ?? (() => runAction(action))}
    >
      {label}
    </Button>
  );
}
