import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { maxReasonLength } from '#domain/tax-form/staff/reveal-reasons.ts';

interface ReasonDialogProps {
  onGiven: (reason: string) => void;
  onClose: () => void;
}

/** Asks in words why all numbers are to be shown. */
export function ReasonDialog({ onGiven, onClose }: ReasonDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);

  return (
    <FormDialog
      title={t`Why do you need the numbers?`}
      action={<Trans>Show all numbers</Trans>}
      onClose={onClose}
      onSubmit={() => (reason.trim() === '' ? setMissing(true) : onGiven(reason.trim()))}
    >
      <TextField
        autoFocus
        label={t`Your reason`}
        hint={t`We record it with your name and the time.`}
        maxLength={maxReasonLength}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setMissing(false);
        }}
        {...(isMissing && { error: t`Write your reason first` })}
      />
    </FormDialog>
  );
}
