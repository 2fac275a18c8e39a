import { type RefObject, useEffect, useRef } from 'react';

/** What has come in place of something else takes the focus, so that its reader goes on from there. */
export function useFocusOnArrival<Element extends HTMLElement>(): RefObject<Element | null> {
  const place = useRef<Element>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, []);
  return place;
}
