import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Zooms with Ctrl and the wheel (trackpads pinch so), with two fingers and with a double click, and moves with the
 * mouse. What was under the pointer stays under it.
 */
export function useGestures(
  area: RefObject<HTMLElement | null>,
  zoom: number,
  onZoom: (factor: number) => void,
): void {
  const zoomBy = useRef(onZoom);
  const anchor = useRef<Point | null>(null);
  const scrolled = useRef({ left: 0, top: 0 });
  const before = useRef(zoom);
  useLayoutEffect(() => {
    zoomBy.current = onZoom;
  });

  useLayoutEffect(() => {
    const element = area.current;
    const ratio = zoom / before.current;
    before.current = zoom;
    if (!element || ratio === 1) return;
    const at = anchor.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
    anchor.current = null;
    const { left, top } = scrolled.current;
    element.scrollTo({ left: (left + at.x) * ratio - at.x, top: (top + at.y) * ratio - at.y });
  }, [area, zoom]);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const leaving = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      passive = true,
    ) => element.addEventListener(type, listener, { signal: leaving.signal, passive });
    const zoomAt = (factor: number, clientX: number, clientY: number) => {
      const { left, top } = element.getBoundingClientRect();
      anchor.current = { x: clientX - left, y: clientY - top };
      zoomBy.current(factor);
    };

    on('scroll', () => {
      scrolled.current = { left: element.scrollLeft, top: element.scrollTop };
    });
    on(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoomAt(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200), event.clientX, event.clientY);
      },
      false,
    );
    on('dblclick', (event) =>
      zoomAt(before.current > 1 ? 1 / before.current : 2.5, event.clientX, event.clientY),
    );

    let pinch: { distance: number } | null = null;
    on(
      'touchmove',
      (event) => {
        const [one, two] = event.touches;
        if (!one || !two) return;
        event.preventDefault();
        const distance = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
        const factor = pinch ? distance / pinch.distance : 1;
        if (pinch && Math.abs(factor - 1) < 0.02) return;
        pinch = { distance };
        zoomAt(factor, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
      },
      false,
    );
    on('touchend', () => {
      pinch = null;
    });

    on('pointerdown', (event) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      // Not on the scroll bars.
      if (event.offsetX > element.clientWidth || event.offsetY > element.clientHeight) return;
      element.setPointerCapture(event.pointerId);
    });
    on('pointermove', (event) => {
      if (element.hasPointerCapture(event.pointerId)) element.scrollBy(-event.movementX, -event.movementY);
    });
    return () => leaving.abort();
  }, [area]);
}

interface Point {
  x: number;
  y: number;
}
