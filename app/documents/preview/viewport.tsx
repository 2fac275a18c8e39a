import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { useGestures } from './use-gestures.ts';
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
