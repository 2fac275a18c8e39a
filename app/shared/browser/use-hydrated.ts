import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the prerendered page and while React takes it over: it must first find what the server sent, which
 * knows nothing of the fragment, the history entry or the browser's stores.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
