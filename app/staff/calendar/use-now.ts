import { useEffect, useState } from 'react';

const REFETCH_MS = 30_000;

/** The time, as exact as a line on the calendar needs it. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFETCH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
