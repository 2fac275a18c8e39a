import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A link to a part of the page that comes only once its data is there: goes to it then, once for each link. */
export function useScrollToHash(id: string, ready: boolean): void {
  const { hash, key } = useLocation();
  const arrived = useRef<string | null>(null);

  useEffect(() => {
    if (!ready || hash !== `#${id}` || arrived.current === key) return;
    arrived.current = key;
    const heading = document.getElementById(id);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [hash, key, id, ready]);
}
