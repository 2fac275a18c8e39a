import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { Problem } from '../feedback/problem.tsx';
import { FieldForm } from '../fields/field-form.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps
  extends Pick<DialogProps, 'title' | 'width' | 'isInAddress' | 'onClose' | 'children'> {
  /** The main button, as a verb: "Send the link". */
  action: ReactNode;
  icon?: ReactNode;
  busy?: boolean;
  /** False disables the main button. */
  isReady?: boolean;
  danger?: boolean;
  /** Why the last attempt failed. */
  problem?: string | null | undefined;
  cancelLabel?: string;
  /** By default, closes the dialog. */
  onCancel?: () => void;
  /** Before the other buttons. */
  first?: ReactNode;
  /** Beside the main button. */
  more?: ReactNode;
  /** Below the form. */
  after?: ReactNode;
  /** Of the form, for another distance between the fields. */
  className?: string;
  /** With a promise if the errors of the fields are known later. */
  onSubmit: () => unknown;
}

/** A dialog with a form: to cancel, or to send unless it is being sent. */
export function FormDialog(props: FormDialogProps) {
  const { action, icon, busy = false, isReady = true, danger, problem, className, ...rest } = props;
  const { cancelLabel, onCancel, first, more, after, onSubmit, children, ...dialog } = rest;
  const { t } = useLingui();
  const form = useId();
  const [isUnsaved, setUnsaved] = useState(false);
  return (
    <Dialog
      {...dialog}
      isOpen
      isUnsaved={isUnsaved}
      actions={
        <>
          {first}
          <Button variant="secondary" onPress={onCancel ?? dialog.onClose}>
            {cancelLabel ?? t`Cancel`}
          </Button>
          {more}
          <Button
            type="submit"
            form={form}
            icon={icon}
            busy={busy}
            isDisabled={!isReady}
            variant={danger ? 'danger' : 'primary'}
          >
            {action}
          </Button>
        </>
      }
    >
      <FieldForm
        id={form}
        className={className ?? 'flex flex-col gap-4'}
        onInput={() => setUnsaved(true)}
        onSubmit={() => !busy && isReady && onSubmit()}
      >
        {children}
        <Problem>{problem}</Problem>
      </FieldForm>
      {after}
    </Dialog>
  );
}
