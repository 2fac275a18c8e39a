import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';

interface FormDialogProps {
  title: string;
  action: string;
  busy: boolean;
  problem: string | null;
  isReady: boolean;
  danger?: boolean;
  width?: 'narrow' | 'wide';
  /** Beside the main button. */
  more?: ReactNode;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog with a form, for a transaction on money. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    action,
    busy,
    problem,
    isReady,
    danger,
    width = 'narrow',
    more,
    onClose,
    onSubmit,
    children,
  } = props;
  const form = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      width={width}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {more}
          <Button
            type="submit"
            form={form}
            busy={busy}
            isDisabled={!isReady}
            variant={danger ? 'danger' : 'primary'}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && isReady) onSubmit();
        }}
      >
        {children}
        {problem && (
          <Banner kind="danger" announce>
            {problem}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
