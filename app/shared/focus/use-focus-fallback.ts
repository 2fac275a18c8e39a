import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to an anchor when the focused element is removed, for example a button that its own action
 * removes. Without this, keyboard users start again at the top of the page.
 *
 * `anchor` is a ref for a focusable element that stays; spread `watch` on the container whose content may go away.
 */
export function useFocusFallback() {
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
      // React gets no blur event from an element that it removes, so `isInside` stays true then.
      onBlur: () => {
        isInside.current = false;
      },
    },
  };
}
