import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { countdown } from './idle.ts';

export interface IdleWarningProps {
  minutes: number;
  secondsLeft: number;
  onStay: () => void;
  onLogOut: () => void;
}

/** Asks whether the person is still there before the session ends. */
export function IdleWarning({ minutes, secondsLeft, onStay, onLogOut }: IdleWarningProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onClose={onStay}
      role="alertdialog"
      title={t`Are you still there?`}
      actions={
        <>
          <Button variant="secondary" onPress={onLogOut}>
            <Trans>Log out now</Trans>
          </Button>
          <Button autoFocus onPress={onStay}>
            <Trans>Stay logged in</Trans>
          </Button>
        </>
      }
    >
      <p className="text-muted">
        <Plural
          value={minutes}
          one="To keep your documents safe, we log you out after # minute of inactivity."
          other="To keep your documents safe, we log you out after # minutes of inactivity."
        />
      </p>
      <p role="timer" className="figures text-2xl">
        {countdown(secondsLeft)}
      </p>
    </Dialog>
  );
}
