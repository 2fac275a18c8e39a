import type { ReactNode } from 'react';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { usePeopleAct } from './people-acts.ts';

/** An action on an account that asks for confirmation first. */
export interface AskedAct {
  title: string;
  /** What will happen, as a verb. */
  confirmLabel: string;
  says: ReactNode;
  danger?: boolean;
  act: () => Promise<void>;
  /** What is said when it was done. */
  done: string;
}

export function ActDialog({ asked, onClose }: { asked: AskedAct; onClose: () => void }) {
  const { run, busy, problem } = usePeopleAct();

  async function confirm(): Promise<void> {
    if (!(await run(asked.act))) return;
    notify('success', asked.done);
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={asked.title}
      confirmLabel={asked.confirmLabel}
      danger={asked.danger ?? false}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="break-words">{asked.says}</p>
      {problem && (
        <Banner kind="danger" announce className="mt-3 text-ink">
          {problem}
        </Banner>
      )}
    </ConfirmDialog>
  );
}
