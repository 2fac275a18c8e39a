import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Registers the service worker (site/offline/worker.js) after the page has loaded, and sends it the current page.
 * Only a build has one, and browsers allow it only on https and localhost.
 */
export function useServiceWorker(): void {
  const { pathname } = useLocation();

  useEffect(() => {
    if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return;
    const register = () => {
      // Without it (private windows, disabled storage), everything works except offline pages.
      navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
    };
    if (document.readyState === 'complete') {
      register();
      return;
    }
    window.addEventListener('load', register, { once: true });
    return () => window.removeEventListener('load', register);
  }, []);

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    let here = true;
    void navigator.serviceWorker.ready.then(({ active }) => {
      if (here) active?.postMessage({ visited: pathname });
    });
    return () => {
      here = false;
    };
  }, [pathname]);
}
