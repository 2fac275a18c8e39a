import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import type { Size, View } from './view.ts';

export interface ViewportProps {
  label: string;
  view: View;
  onZoom: (factor: number) => void;
  children: (room: Size, area: RefObject<HTMLDivElement | null>) => ReactNode;
  className?: string;
}

/** Marks the element that the arrow keys scroll. */
export const VIEWPORT = 'data-preview-viewport';
/** Marks the element that is zoomed. */
export const ZOOMED = 'data-preview-zoomed';

export function Viewport({ label, view, onZoom, children, className }: ViewportProps) {
  const area = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size | null>(null);
  useGestures(area, view.zoom, onZoom);

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    // Includes the scroll bars: otherwise, each could cause the other.
    const measure = () => setRoom({ width: element.offsetWidth, height: element.offsetHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <section
      ref={area}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      {...{ [VIEWPORT]: '' }}
      className={classNames(
        'absolute inset-0 touch-pan-x touch-pan-y overflow-auto overscroll-contain -outline-offset-3',
        className,
      )}
    >
      {room && children(room, area)}
    </section>
  );
}

/**
 * Zooms with Ctrl and the wheel (which is how trackpads report a pinch), with two fingers, and with a double click; pans
 * with the mouse. The point under the pointer stays in place, or else the center.
 */
function useGestures(
  area: RefObject<HTMLElement | null>,
  zoom: number,
  onZoom: (factor: number) => void,
): void {
  const zoomBy = useRef(onZoom);
  const pointer = useRef<Point | null>(null);
  /** The position of the zoomed element before the change. */
  const box = useRef<DOMRect | null>(null);
  const before = useRef(zoom);

  // After every render: another image, or a rotated one, has another position.
  useLayoutEffect(() => {
    zoomBy.current = onZoom;
    const element = area.current;
    const old = box.current;
    if (element && old && zoom !== before.current) keepPlace(element, old, pointer.current);
    before.current = zoom;
    pointer.current = null;
    box.current = boxOf(element);
  });

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const leaving = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      passive = true,
    ) => element.addEventListener(type, listener, { signal: leaving.signal, passive });
    const zoomAt = (factor: number, x: number, y: number) => {
      pointer.current = { x, y };
      box.current = boxOf(element);
      zoomBy.current(factor);
    };

    on('scroll', () => {
      box.current = boxOf(element);
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
      // Ignores the scroll bars.
      const { left, top } = element.getBoundingClientRect();
      if (event.clientX - left > element.clientWidth || event.clientY - top > element.clientHeight) return;
      element.setPointerCapture(event.pointerId);
    });
    on('pointermove', (event) => {
      if (element.hasPointerCapture(event.pointerId)) element.scrollBy(-event.movementX, -event.movementY);
    });
    return () => leaving.abort();
  }, [area]);
}

function boxOf(area: HTMLElement | null): DOMRect | null {
  return area?.querySelector(`[${ZOOMED}]`)?.getBoundingClientRect() ?? null;
}

function keepPlace(area: HTMLElement, old: DOMRect, pointer: Point | null): void {
  const now = boxOf(area);
  if (!now || old.width === 0 || old.height === 0) return;
  const frame = area.getBoundingClientRect();
  const { x, y } = pointer ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
  area.scrollBy(
    now.left + ((x - old.left) / old.width) * now.width - x,
    now.top + ((y - old.top) / old.height) * now.height - y,
  );
}

interface Point {
  x: number;
  y: number;
}
