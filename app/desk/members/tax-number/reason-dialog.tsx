import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { maxReasonLength, revealReasons } from '#domain/tax-form/staff/reveal-reasons.ts';

interface ReasonDialogProps {
  onGiven: (reason: string) => Promise<void>;
  onClose: () => void;
}

const nothingElse = async () => {};

/** Asks why the number is needed. The usual reasons are one press. */
export function ReasonDialog({ onGiven, onClose }: ReasonDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const { run, busy, problem } = useAction(nothingElse);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);

  async function give(reason: string) {
    if (busy) return;
    if (await run(() => onGiven(reason))) onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Why do you need the number?`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            <Trans>Show the number</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
        <form
          id={formId}
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() === '') setMissing(true);
            else void give(typed.trim());
          }}
        >
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
        </form>
        <Problem>{problem}</Problem>
      </div>
    </Dialog>
  );
}
