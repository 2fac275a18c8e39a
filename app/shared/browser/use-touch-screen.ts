import { useSyncExternalStore } from 'react';
import { coarsePointer, isTouchScreen } from '#app/shared/browser/touch.ts';

/** Whether fingers are what this device is used with. It may change: a tablet gets a keyboard. */
export function useTouchScreen(): boolean {
  return useSyncExternalStore(subscribe, isTouchScreen, () => false);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(coarsePointer);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
