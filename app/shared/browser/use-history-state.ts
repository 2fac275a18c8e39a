import { useLocation } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/** What the previous page left in the history entry; after a reload it is there one render later. */
export function useHistoryState(): unknown {
  const hydrated = useHydrated();
  const { state } = useLocation();
  return hydrated ? state : null;
}
