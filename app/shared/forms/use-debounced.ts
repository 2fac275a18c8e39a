import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 200;

/** The value after it has not changed for 200 ms. */
export function useDebounced(typed: string): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
