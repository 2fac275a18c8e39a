import { useLingui } from '@lingui/react/macro';
import { Button } from '../actions/button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'title' | 'children'> {
  /** The action, as a verb: "Delete 3 files". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { children, confirmLabel, cancelLabel, danger, busy = false, onConfirm, onCancel, ...dialog } = props;
  const { t } = useLingui();
  return (
    <Dialog
      {...dialog}
      onClose={onCancel}
      role="alertdialog"
      actions={
        <>
          <Button variant="secondary" onPress={onCancel} isDisabled={busy}>
            {cancelLabel ?? t`Cancel`}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onPress={onConfirm} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">{children}</div>
    </Dialog>
  );
}
