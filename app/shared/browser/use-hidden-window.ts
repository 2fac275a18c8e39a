import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/** Calls `hide` when the window is hidden: another tab, a minimized window, or the browser's cache of pages. */
export function useHiddenWindow(hide: () => void): void {
  // At once: a page that goes into the browser's cache is not rendered again before.
  const hideNow = useEffectEvent(() => flushSync(hide));
  useEffect(() => {
    const look = () => document.hidden && hideNow();
    const leave = () => hideNow();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leave);
    };
  }, []);
}
