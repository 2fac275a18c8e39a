import { type RefObject, useEffect, useRef } from 'react';

/** Focuses content that replaced other content, so that keyboard users continue there. */
export function useFocusOnArrival<Element extends HTMLElement>(): RefObject<Element | null> {
  const place = useRef<Element>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, []);
  return place;
}
