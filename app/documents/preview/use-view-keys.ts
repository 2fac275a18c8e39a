import type { MessageDescriptor } from '@lingui/core';
import { useEffect, useEffectEvent } from 'react';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { ViewActions } from './preview-controls.tsx';
import { VIEWPORT } from './viewport.tsx';

export const viewKeys: readonly { keys: readonly Wording[]; does: MessageDescriptor }[] = [
  { keys: ['←', '→'], does: msg`Previous or next file` },
  { keys: ['+', '-'], does: msg`Zoom in or out` },
  { keys: ['0'], does: msg`Fit to the window` },
  { keys: ['↑', '↓'], does: msg`Scroll` },
];

/** In pixels, for an arrow key. */
const SCROLL_STEP = 60;

/**
 * The keyboard shortcuts of the preview: left and right change the file, or scroll an image that is wider than the
 * window; plus and minus zoom, 0 fits. The others scroll.
 */
export function useViewKeys(actions: ViewActions): void {
  const handle = useEffectEvent((key: string) => act(key, actions));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (handle(event.key)) event.preventDefault();
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
      isWide ? area.scrollBy({ left: -SCROLL_STEP }) : actions.onPrevious();
      return true;
    case 'ArrowRight':
      isWide ? area.scrollBy({ left: SCROLL_STEP }) : actions.onNext();
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
  const steps = {
    ArrowUp: -SCROLL_STEP,
    ArrowDown: SCROLL_STEP,
    PageUp: -page,
    PageDown: page,
    Home: -1e9,
    End: 1e9,
  };
  const top = Object.entries(steps).find(([name]) => name === key)?.[1];
  if (top === undefined || area === null) return false;
  area.scrollBy({ top });
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}
