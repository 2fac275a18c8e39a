import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';

export type ToastKind = 'success' | 'danger' | 'info';

export interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface ToastMessage {
  kind: ToastKind;
  text: string;
  /** Such as "Undo". It goes with the toast, so there must be another way. */
  action?: ToastAction | undefined;
}

/** The messages on the screen: one list for the one window there is. */
export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Long enough to be read aloud; a failure stays until it is closed. */
const readingTime = 7000;
/** With something to decide. */
const thinkingTime = 15_000;

/** Shows a short message that doesn't interrupt. What the reader must act on belongs in a Banner. */
export function notify(kind: ToastKind, text: string, action?: ToastAction): void {
  const timeout = action ? thinkingTime : readingTime;
  toastQueue.add({ kind, text, action }, kind === 'danger' ? {} : { timeout });
}
