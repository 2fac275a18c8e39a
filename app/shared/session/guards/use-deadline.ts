import { useEffect, useState } from 'react';

/** How long the spinner shows before the person is redirected to the login. */
export const LOADING_TIMEOUT_MS = 5000;

/** True once `isWaiting` has been true for that many milliseconds without a break. */
export function useDeadline(isWaiting: boolean, milliseconds: number): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsOver(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsOver(false);
    };
  }, [isWaiting, milliseconds]);

  return isWaiting && isOver;
}
