import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isDialogOpen } from '#app/shared/browser/open-dialog.ts';

/**
 * Moves focus to the h1 (or main) of a new page, so that a screen reader announces it and Tab continues from there.
 * Leaves the first page to the browser.
 */
export function useFocusOnRouteChange(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    return whenDialogsAreGone(focusHeading);
  }, [pathname]);
}

function focusHeading(): void {
  // A search that opens its results while a person types.
  if (document.activeElement?.closest('[data-keeps-focus]')) return;
  const target =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * An open dialog, such as the mobile menu, restores focus one frame after it closes. The heading gets focus after
 * that.
 */
function whenDialogsAreGone(action: () => void): () => void {
  let quietFrames = 0;
  let frame = requestAnimationFrame(function look() {
    quietFrames = isDialogOpen() ? 0 : quietFrames + 1;
    if (quietFrames > 2) action();
    else frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}
