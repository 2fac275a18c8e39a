import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';

/** For those who leave the form for their files before it is sent. */
export function FormPrompt({
  year,
  onComplete,
  onLater,
}: {
  year: number;
  onComplete: () => void;
  onLater: () => void;
}) {
  return (
    <Dialog
      isOpen
      onClose={onComplete}
      title="Annual Tax Form"
      actions={
        <>
          <Button variant="secondary" onPress={onLater}>
            Maybe Later
          </Button>
          <Button autoFocus onPress={onComplete}>
            Complete Form
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Your tax form for {year} is not sent yet. We need it to prepare your return. What you have filled in
        stays as it is, and you can go on with it later.
      </p>
    </Dialog>
  );
}
