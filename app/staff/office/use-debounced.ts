import { useEffect, useState } from 'react';

/** How long the hands must rest before a search is asked for. */
const DEBOUNCE_MS = 200;

/** What was typed, once nothing more is. */
export function useDebounced(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
