import { useEffect, useState } from 'react';

/** Whole seconds until a moment (milliseconds since 1970), counting down to 0. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((moment - now) / 1000));

  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), (moment - now) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [moment, now, left]);

  return left;
}
