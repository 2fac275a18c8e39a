import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CountedArea } from '#app/ui/fields/counted-area.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
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
    <FormDialog
      title={title}
      action={action}
      danger
      busy={busy}
      isReady={!isTooLong}
      className="flex flex-col gap-5"
      onClose={onClose}
      onSubmit={() => (reason.trim() === '' ? setProblem(t`Please say why.`) : onReason(reason.trim()))}
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
    </FormDialog>
  );
}
