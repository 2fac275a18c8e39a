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
  return (
    <Dialog
      isOpen
      onClose={onStay}
      role="alertdialog"
      title="Are you still there?"
      actions={
        <>
          <Button variant="secondary" onPress={onLogOut}>
            Log out now
          </Button>
          <Button autoFocus onPress={onStay}>
            Stay logged in
          </Button>
        </>
      }
    >
      <p className="text-muted">
        To keep your papers safe, we log you out after {minutes} minutes of inactivity.
      </p>
      <p role="timer" className="figures text-2xl">
        {countdown(secondsLeft)}
      </p>
    </Dialog>
  );
}
