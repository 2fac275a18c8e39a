/** Whether a dialog or a menu's panel is open. Toasts are alert dialogs, too, but leave the page usable. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null;
}
