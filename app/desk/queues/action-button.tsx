import { useLingui } from '@lingui/react/macro';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import type { ButtonVariant } from '#app/ui/actions/button-style.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { queuesKey } from './queues-query.ts';

interface RowAction {
  run: () => Promise<unknown>;
  /** The toast after success, and what takes it back. */
  successMessage: string;
  undo?: RowAction['run'];
}

/** Runs an action on a row, shows a toast, and fetches the lists again. */
export function useRowAction() {
  const { t } = useLingui();
  const { run, busy } = useAction(
    // The client list shows forms and returns too.
    () => invalidate(queuesKey, ['clients', 'facts']),
    messageOf,
    (problem) => notify('danger', problem),
  );
  async function runAction({ undo, successMessage, ...action }: RowAction): Promise<void> {
    await run(async () => {
      await action.run();
      notify(
        'success',
        successMessage,
        undo && {
          label: t`Undo`,
          onPress: () => void runAction({ run: undo, successMessage: t`Your change was undone` }),
        },
      );
    });
  }
  return { runAction, busy };
}

interface ActionButtonProps extends RowAction {
  label: string;
  /** The row's subject, for screen readers. */
  about: string;
  variant?: ButtonVariant;
  /** In place of the action, such as to ask first. */
  onPress?: (() => void) | undefined;
}

export function ActionButton({ label, about, variant = 'secondary', onPress, ...action }: ActionButtonProps) {
  const { runAction, busy } = useRowAction();
  return (
    <Button
      variant={variant}
      size="small"
      aria-label={`${label}: ${about}`}
      busy={busy}
      className="max-lg:min-h-11 max-lg:px-2"
      onPress={onPress ?? (() => runAction(action))}
    >
      {label}
    </Button>
  );
}
