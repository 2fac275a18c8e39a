import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * A new page begins at its heading: the focus goes to the h1 (or to main), so that a screen reader reads the
 * new page and the Tab key goes on from there. The first page is left to the browser.
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
  const target =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * An open dialog, such as the mobile menu, keeps the focus and hands it back as it goes, a frame later. The
 * heading's turn is after that.
 */
function whenDialogsAreGone(action: () => void): () => void {
  let quietFrames = 0;
  let frame = requestAnimationFrame(function look() {
    quietFrames = document.querySelector('[role="dialog"], [role="alertdialog"]') ? 0 : quietFrames + 1;
    if (quietFrames > 2) action();
    else frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}
