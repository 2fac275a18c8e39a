import { useLayoutEffect, useRef } from 'react';

/**
 * Catches the focus when the pressed button goes away with what it answered: without this, somebody without a mouse
 * would begin anew at the top of the page. `anchor` is where it lands, `watch` belongs to what may go away.
 */
export function useKeptFocus() {
  const anchor = useRef<HTMLSpanElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    isInside.current = false;
    anchor.current?.focus({ preventScroll: true });
  });
  return {
    anchor,
    watch: {
      onFocus: () => {
        isInside.current = true;
      },
      // React hears nothing of the blur of what it takes away: there it stays true.
      onBlur: () => {
        isInside.current = false;
      },
    },
  };
}
