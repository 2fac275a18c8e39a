import { type RefObject, useEffect, useRef } from 'react';
import type { Place } from '#domain/quote/graph.ts';

export interface Arrival {
  card: RefObject<HTMLElement | null>;
  heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * After each step, scrolls the new question to the top and focuses its heading, so that Tab continues with the
 * answers. Leaves the first question to the browser, also after a reload.
 */
export function useArrival(at: Place, ready: boolean): Arrival {
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef<Place>(undefined);

  useEffect(() => {
    if (!ready) return;
    const came = previous.current;
    previous.current = at;
    if (came === undefined || came === at) return;
    heading.current?.focus({ preventScroll: true });
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    card.current?.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
  }, [at, ready]);

  return { card, heading };
}
