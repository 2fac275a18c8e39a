import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';

/** Before a session ends in the midst of something. */
export function LogOutQuestion({
  work,
  onStay,
  onLeave,
}: {
  /** What is going on, as `unfinishedWork` says it. */
  work: string;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <ConfirmDialog
      isOpen
      title="Log out now?"
      cancelLabel="Stay"
      confirmLabel="Log out"
      danger
      onCancel={onStay}
      onConfirm={onLeave}
    >
      {work} Log out anyway?
    </ConfirmDialog>
  );
}
