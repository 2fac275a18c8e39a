import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';

export type ToastKind = 'success' | 'danger' | 'info';

export interface ToastMessage {
  kind: ToastKind;
  text: string;
}

/** The messages on the screen: one list for the one window there is. */
export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Long enough to be read aloud; a failure stays until it is closed. */
const readingTime = 7000;

/** Shows a short message that doesn't interrupt. What the reader must act on belongs in a Banner. */
export function notify(kind: ToastKind, text: string): void {
  toastQueue.add({ kind, text }, kind === 'danger' ? {} : { timeout: readingTime });
}
