import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';

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
  const formId = useId();
  const [note, setNote] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    onAsk(note);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Ask again for “${title}”`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId}>
            <Trans>Ask again</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
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
      </form>
    </Dialog>
  );
}
