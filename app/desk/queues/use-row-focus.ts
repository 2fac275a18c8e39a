import { type RefObject, useEffect } from 'react';

/**
 * Keeps keyboard users in the list: when the focused row is removed, focuses the row that takes its place, or
 * the heading if it was the last.
 */
export function useRowFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    let place = 0;
    const stops = () =>
      [...element.querySelectorAll<HTMLElement>('[data-queue-stop]')].filter(
        (stop) => !stop.closest('[hidden]'),
      );
    const remember = (event: FocusEvent) => {
      const row = (event.target as Element).closest('[data-queue-row]');
      const stop = row?.querySelector<HTMLElement>('[data-queue-stop]');
      if (stop) place = stops().indexOf(stop);
    };
    const changes = new MutationObserver(() => {
      if (document.activeElement !== document.body || place === 0) return;
      const left = stops();
      (left[place] ?? left.at(-1))?.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', remember);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', remember);
      changes.disconnect();
    };
  }, [panel]);
}
