/** Whether a dialog or a menu's panel is open. Toasts are alert dialogs, too, but leave the page usable. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null;
}

/**
 * Runs an action that moves the focus. An open dialog, such as the mobile menu, restores focus one frame after it
 * closes, and the action comes after that. Returns what cancels it.
 */
export function whenDialogsAreGone(action: () => void): () => void {
  let quietFrames = 0;
  let frame = requestAnimationFrame(function look() {
    quietFrames = isDialogOpen() ? 0 : quietFrames + 1;
    if (quietFrames > 2) action();
    else frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}
