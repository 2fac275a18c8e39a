import { useSyncExternalStore } from 'react';

const COARSE_POINTER = '(pointer: coarse)';

/** Whether the main input is touch: a phone or a tablet, most likely with a camera. */
export function isTouchScreen(): boolean {
  return typeof window !== 'undefined' && window.matchMedia(COARSE_POINTER).matches;
}

/** The same as a hook. The value can change, for example when a tablet gets a keyboard. */
export function useTouchScreen(): boolean {
  return useSyncExternalStore(subscribe, isTouchScreen, () => false);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(COARSE_POINTER);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
