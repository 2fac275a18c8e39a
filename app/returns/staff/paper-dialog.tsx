import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { TaxReturn } from '#app/returns/queries.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { paperNote } from '#domain/returns/step-note.ts';
import { StepLetter, useEmailChoice } from './step-letter.tsx';

interface PaperDialogProps {
  taxReturn: TaxReturn;
  busy: boolean;
  problem: string | null;
  onClose: () => void;
  onApprove: (signature: string, emailsClient: boolean) => Promise<void>;
}

export function PaperDialog({ taxReturn, busy, problem, onClose, onApprove }: PaperDialogProps) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [emailsClient, setEmailsClient] = useEmailChoice(taxReturn.user_id);
  const signature = name.trim();
  return (
    <FormDialog
      title={t`Signed on paper`}
      action={<Trans>Record the approval</Trans>}
      busy={busy}
      isReady={signature !== ''}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void onApprove(signature, emailsClient)}
    >
      <p className="text-muted">
        <Trans>
          The client has read the file for review and signed on paper. Keep the paper, or upload a scan of it.
        </Trans>
      </p>
      <TextField
        label={t`Name of the person who signed`}
        name="signature"
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <StepLetter
        taxReturn={taxReturn}
        to="approved"
        note={signature === '' ? '' : paperNote(signature)}
        isOn={emailsClient}
        onChange={setEmailsClient}
      />
    </FormDialog>
  );
}
