import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { whenDialogsAreGone } from '#app/shared/browser/open-dialog.ts';

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
