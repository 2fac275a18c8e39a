import { type ReactNode, useState } from 'react';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { GrantsOf } from './grants.tsx';
import { endGrantedAccess, usePeopleAction } from './people-actions.ts';
import type { OfficePerson } from './people-query.ts';

/** An action on an account that asks for confirmation first. */
export interface ConfirmableAction {
  title: string;
  confirmLabel: string;
  description: ReactNode;
  danger?: boolean;
  /** Someone who loses rights: the access to clients that they gave can be ended with it. */
  grantor?: OfficePerson;
  run: () => Promise<unknown>;
  successMessage: string;
}

export function ConfirmActionDialog({ action, onClose }: { action: ConfirmableAction; onClose: () => void }) {
  const { run, busy, problem } = usePeopleAction();
  const [endsGrants, setEndsGrants] = useState(false);
  const { grantor } = action;

  async function confirm(): Promise<void> {
    const isDone = await run(async () => {
      await action.run();
      if (grantor && endsGrants) await endGrantedAccess(grantor.user_id);
    });
    if (!isDone) return;
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
      {grantor && <GrantsOf person={grantor} isEnding={endsGrants} onChange={setEndsGrants} />}
      <Problem className="mt-3 text-ink">{problem}</Problem>
    </ConfirmDialog>
  );
}
