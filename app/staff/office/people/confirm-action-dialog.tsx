import type { ReactNode } from 'react';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { usePeopleAction } from './people-actions.ts';

/** An action on an account that asks for confirmation first. */
export interface ConfirmableAction {
  title: string;
  /** The label of the confirm button: a verb. */
  confirmLabel: string;
  description: ReactNode;
  danger?: boolean;
  run: () => Promise<void>;
  /** The toast after success. */
  successMessage: string;
}

export function ConfirmActionDialog({ action, onClose }: { action: ConfirmableAction; onClose: () => void }) {
  const { run, busy, problem } = usePeopleAction();

  async function confirm(): Promise<void> {
    if (!(await run(action.run))) return;
    notify('success', action.successMessage);
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={action.title}
      confirmLabel={action.confirmLabel}
      danger={action.danger ?? false}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="break-words">{action.description}</p>
      {problem && (
        <Banner kind="danger" announce className="mt-3 text-ink">
          {problem}
        </Banner>
      )}
    </ConfirmDialog>
  );
}
