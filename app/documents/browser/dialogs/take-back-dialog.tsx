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
          We’ll remove <strong className="text-ink">{name}</strong> from your files. If we need this document,
          it will be back on your list.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
