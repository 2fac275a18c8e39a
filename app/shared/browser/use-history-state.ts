import { useLocation } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/** The state of the history entry. Null during hydration, so after a reload it arrives one render later. */
export function useHistoryState(): unknown {
  const hydrated = useHydrated();
  const { state } = useLocation();
  return hydrated ? state : null;
}
