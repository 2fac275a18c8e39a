import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { maxReasonLength, revealReasons } from '#domain/tax-form/staff/reveal-reasons.ts';

interface ReasonDialogProps {
  onGiven: (reason: string) => Promise<void>;
  onClose: () => void;
}

const nothingElse = async () => {};

/** Asks why the number is needed. The usual reasons are one press. */
export function ReasonDialog({ onGiven, onClose }: ReasonDialogProps) {
  const { t } = useLingui();
  const { run, busy, problem } = useAction(nothingElse);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);

  async function give(reason: string) {
    if (busy) return;
    if (await run(() => onGiven(reason))) onClose();
  }

  return (
    <FormDialog
      title={t`Why do you need the number?`}
      action={t`Show the number`}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => (typed.trim() === '' ? setMissing(true) : void give(typed.trim()))}
    >
      <div className="flex flex-wrap gap-2">
        {revealReasons.map(({ recorded, label }) => (
          <Button
            key={recorded}
            size="small"
            variant="secondary"
            isDisabled={busy}
            onPress={() => void give(recorded)}
          >
            {t(label)}
          </Button>
        ))}
      </div>
      <TextField
        label={t`Another reason`}
        hint={t`We record it with your name and the time.`}
        autoComplete="off"
        maxLength={maxReasonLength}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setMissing(false);
        }}
        {...(isMissing && { error: t`Write your reason first` })}
      />
    </FormDialog>
  );
}
