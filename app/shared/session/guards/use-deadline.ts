import { useEffect, useState } from 'react';

/** True once `waiting` has lasted that long without a break. */
export function useDeadline(waiting: boolean, milliseconds: number): boolean {
  const [passed, setPassed] = useState(false);

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [waiting, milliseconds]);

  return waiting && passed;
}
