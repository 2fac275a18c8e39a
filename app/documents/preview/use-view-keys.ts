import { useEffect, useRef } from 'react';
import type { ViewActions } from './preview-controls.tsx';
import { VIEWPORT } from './viewport.tsx';

/** How far an arrow key scrolls. */
const LINE = 60;

/**
 * The keys of the preview, wherever the focus is in it: arrows left and right go from file to file, or across a
 * picture wider than the window; plus and minus zoom, 0 fits. The others scroll.
 */
export function useViewKeys(actions: ViewActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (act(event.key, current.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function act(key: string, actions: ViewActions): boolean {
  const area = document.querySelector(`[${VIEWPORT}]`);
  const page = (area?.clientHeight ?? 0) * 0.9;
  const isWide = area !== null && area.scrollWidth > area.clientWidth + 1;
  switch (key) {
    case 'ArrowLeft':
      isWide ? area.scrollBy({ left: -LINE }) : actions.onPrevious();
      return true;
    case 'ArrowRight':
      isWide ? area.scrollBy({ left: LINE }) : actions.onNext();
      return true;
    case '+':
    case '=':
      actions.onZoomIn();
      return true;
    case '-':
      actions.onZoomOut();
      return true;
    case '0':
      actions.onFit();
      return true;
  }
  const steps = { ArrowUp: -LINE, ArrowDown: LINE, PageUp: -page, PageDown: page, Home: -1e9, End: 1e9 };
  const top = Object.entries(steps).find(([name]) => name === key)?.[1];
  if (top === undefined || area === null) return false;
  area.scrollBy({ top });
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}
