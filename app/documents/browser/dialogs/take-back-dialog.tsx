import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';

export interface TakeBackDialogProps {
  name: string;
  onTakeBack: () => void;
  onClose: () => void;
}

/** Asks before a client takes back a file that was just sent. */
export function TakeBackDialog({ name, onTakeBack, onClose }: TakeBackDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      isOpen
      danger
      title={t`Take back this file?`}
      confirmLabel={t`Take back`}
      onConfirm={onTakeBack}
      onCancel={onClose}
    >
      <p className="break-words">
        <Trans>
          <strong className="text-ink">{name}</strong> leaves your files. If we need this document, you’ll
          find it on your list again.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
