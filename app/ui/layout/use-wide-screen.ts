import { useSyncExternalStore } from 'react';

const wide = '(min-width: 1024px)';

/** Whether the layout is wide. For logic only; styles use `lg:`. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => true,
  );
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
