import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { answerItem, type ItemRef } from './answers.ts';

const MAX_LENGTH = 1000;

export interface ReasonDialogProps {
  itemRef: ItemRef;
  title: string;
  onClose: () => void;
}

/** Asks why the client doesn't have a document. */
export function ReasonDialog({ itemRef, title, onClose }: ReasonDialogProps) {
  const { t } = useLingui();
  const [why, setWhy] = useState('');
  const { run, busy, problem, setProblem } = useAction();

  async function save(): Promise<void> {
    if (why.trim() === '') return setProblem(t`Please write a few words so we know what to do next.`);
    if (await run(() => answerItem(itemRef, { state: 'not_available', why: why.trim() }))) onClose();
  }

  return (
    <FormDialog
      title={t`You don’t have it: ${title}`}
      action={<Trans>Save my answer</Trans>}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label={t`Why don’t you have it?`}
        hint={t`For example: “I didn’t have any,” “It hasn’t come yet,” or “I lost it.”`}
        rows={3}
        maxLength={MAX_LENGTH}
        value={why}
        onChange={(value) => {
          setWhy(value);
          setProblem(null);
        }}
        error={problem ?? undefined}
        autoFocus
      />
    </FormDialog>
  );
}
