import { type RefObject, useEffect } from 'react';

/**
 * Who settles one row after the other by keyboard stays in the list: when the row that had the focus goes, the
 * one that takes its place gets it, or the heading when it was the last.
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
