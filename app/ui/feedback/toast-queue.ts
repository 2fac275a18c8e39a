import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import type { Wording } from '#domain/language/translate.ts';

export type ToastKind = 'success' | 'danger' | 'info';

export interface ToastAction {
  label: string;
  onPress: () => void;
  /** Milliseconds, if the action is possible for a shorter time. */
  lasts?: number;
}

export interface ToastMessage {
  kind: ToastKind;
  /** A message of code that runs outside of a page's components, such as an upload's, is translated here. */
  text: Wording;
  /** Such as "Undo". It disappears with the toast, so offer the action elsewhere too. */
  action?: ToastAction | undefined;
}

export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Milliseconds, long enough for a screen reader. An error stays until it is closed. */
const readingTime = 7000;
/** Milliseconds, for a toast with an action. */
const thinkingTime = 15_000;

/** Visible and queued messages, by text. */
const keys = new Map<string, string>();

/**
 * Shows a short message without interrupting. If the user must act on it, use a Banner. A message that is already
 * shown is announced again instead of shown twice. One with an action is always added: it belongs to one case.
 */
export function notify(kind: ToastKind, text: Wording, action?: ToastAction): void {
  const timeout = action ? (action.lasts ?? thinkingTime) : readingTime;
  const options = kind === 'danger' ? {} : { timeout };
  if (action) {
    toastQueue.add({ kind, text, action }, options);
    return;
  }
  const name = JSON.stringify([kind, text]);
  const before = keys.get(name);
  if (before !== undefined) toastQueue.close(before);
  const onClose = () => {
    if (keys.get(name) === key) keys.delete(name);
  };
  const key = toastQueue.add({ kind, text }, { ...options, onClose });
  keys.set(name, key);
}
