import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Calls `mark` with the newest message of a thread once the reader has it in sight, in a window that is in front. Returns
 * the ref of the thread's end.
 */
export function useReadMark(newest: number | undefined, mark: (upTo: number) => void) {
  const [end, setEnd] = useState<Element | null>(null);
  const marked = useRef(0);
  const see = useEffectEvent(() => {
    if (newest === undefined || newest <= marked.current) return;
    marked.current = newest;
    mark(newest);
  });
  useEffect(() => {
    if (!end || newest === undefined) return;
    let isInSight = false;
    const check = () => {
      if (isInSight && document.visibilityState === 'visible') see();
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInSight = entry?.isIntersecting ?? false;
      check();
    });
    observer.observe(end);
    document.addEventListener('visibilitychange', check);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', check);
    };
  }, [end, newest]);
  return setEnd;
}
