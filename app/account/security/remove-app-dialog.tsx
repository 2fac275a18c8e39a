import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';

export interface RemoveAppDialogProps {
  id: string;
  isLast: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveAppDialog({ id, isLast, onClose, onRemoved }: RemoveAppDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    const { error } = await supabase.auth.mfa.unenroll({ factorId: id });
    // The session must have the new list of factors.
    if (!error) await supabase.auth.refreshSession();
    setBusy(false);
    if (error) {
      setProblem(messageOf(error));
      return;
    }
    onRemoved();
    notify('success', 'The authenticator app is removed.');
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title="Remove the authenticator app?"
      confirmLabel="Remove the app"
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {isLast
        ? 'After that, your password alone opens your account, and your recovery codes no longer work.'
        : 'Its codes no longer open your account. Your other app keeps working.'}
      {problem && (
        <Banner kind="danger" announce className="mt-4">
          {problem}
        </Banner>
      )}
    </ConfirmDialog>
  );
}
