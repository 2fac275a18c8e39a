import { type RefObject, useEffect } from 'react';

/**
 * Keeps an element under the pointer when something appears above it: the page scrolls by as much. Browsers do this
 * themselves, but not at the top of a page. Not while the person is at work above the element.
 */
export function useKeptInPlace(element: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const place = element.current;
    if (!isOn || !place) return;
    const topOf = () => place.getBoundingClientRect().top;
    let top = topOf();
    let width = window.innerWidth;
    const note = () => {
      top = topOf();
      width = window.innerWidth;
    };
    const observer = new ResizeObserver(() => {
      const moved = topOf() - top;
      const isInSight = top < window.innerHeight && top + place.offsetHeight > 0;
      if (isInSight && width === window.innerWidth && !isWorkedOnAbove(place)) window.scrollBy(0, moved);
      note();
    });
    observer.observe(document.body);
    window.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', note);
    };
  }, [element, isOn]);
}

function isWorkedOnAbove(place: HTMLElement): boolean {
  const { activeElement: at } = document;
  // A new page has the focus on its heading.
  if (!at || at.matches('body, main, h1')) return false;
  return Boolean(place.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_PRECEDING) && !at.contains(place);
}
