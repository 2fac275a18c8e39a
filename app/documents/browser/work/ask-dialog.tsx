import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';

export interface AskDialogProps {
  /** Of the line. */
  title: string;
  onAsk: (note: string) => void;
  onClose: () => void;
}

/** The database's limit. */
const MAX_NOTE_LENGTH = 1000;

/** Asks the client for a document again. The reason is optional. */
export function AskDialog({ title, onAsk, onClose }: AskDialogProps) {
  const { t } = useLingui();
  const [note, setNote] = useState('');

  return (
    <FormDialog
      title={t`Ask again for “${title}”`}
      action={t`Ask again`}
      onClose={onClose}
      onSubmit={() => onAsk(note)}
    >
      <TextField
        label={t`Note to the client`}
        hint={t`For example, that a page is missing. We email it with the request.`}
        optional
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={setNote}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
