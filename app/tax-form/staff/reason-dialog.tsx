import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { maxReasonLength } from '#domain/tax-form/staff/reveal-reasons.ts';

interface ReasonDialogProps {
  onGiven: (reason: string) => void;
  onClose: () => void;
}

/** Asks in words why all numbers are to be shown. */
export function ReasonDialog({ onGiven, onClose }: ReasonDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') setMissing(true);
    else onGiven(reason.trim());
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Why do you need the numbers?`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId}>
            <Trans>Show all numbers</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
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
      </form>
    </Dialog>
  );
}
