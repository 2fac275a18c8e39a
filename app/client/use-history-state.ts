import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => {};

/**
 * What the previous page left in the history entry. The prerendered page knows nothing of it, so after a reload
 * it is there one render later: React must first find what the server sent.
 */
export function useHistoryState(): unknown {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const { state } = useLocation();
  return hydrated ? state : null;
}
