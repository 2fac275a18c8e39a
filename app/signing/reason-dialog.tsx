import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { CountedArea } from '#app/ui/fields/counted-area.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { signingLimits } from '#domain/signing/request.ts';

interface ReasonDialogProps {
  title: string;
  text: string;
  action: string;
  busy: boolean;
  onClose: () => void;
  onReason: (reason: string) => void;
}

/** Asks for the reason of an act that can't be undone. */
export function ReasonDialog({ title, text, action, busy, onClose, onReason }: ReasonDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const isTooLong = reason.length > signingLimits.reason;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="danger"
            busy={busy}
            isDisabled={isTooLong}
            onPress={() => (reason.trim() === '' ? setProblem(t`Please say why.`) : onReason(reason.trim()))}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <CountedArea
        label={t`Why?`}
        limit={signingLimits.reason}
        rows={3}
        value={reason}
        onChange={(value) => {
          setReason(value);
          setProblem(undefined);
        }}
        error={problem}
      />
    </Dialog>
  );
}
