import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { removeApp } from '../auth-service.ts';

export interface RemoveAppDialogProps {
  id: string;
  isLast: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveAppDialog({ id, isLast, onClose, onRemoved }: RemoveAppDialogProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await removeApp(id);
    } catch (error) {
      setProblem(messageOf(error, t));
      return;
    } finally {
      setBusy(false);
    }
    onRemoved();
    notify('success', t`The authenticator app was removed.`);
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={t`Remove the authenticator app?`}
      confirmLabel={t`Remove the app`}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {isLast
        ? t`You’ll need only your password to log in, and your recovery codes will stop working.`
        : t`You won’t be able to log in with its codes anymore. Your other app still works.`}
      <Problem className="mt-4">{problem}</Problem>
    </ConfirmDialog>
  );
}
