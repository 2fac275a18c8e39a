import { type RefObject, useEffect, useRef } from 'react';

/**
 * Restores the focus after a chain of dialogs, in which the last one returns it to a dialog that no longer
 * exists: to the appointment, or else to the heading.
 */
export function useFocusRestore(
  calendar: RefObject<HTMLElement | null>,
  isAsking: boolean,
  appointment: string | null,
): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (appointment !== null) last.current = appointment;
  }, [appointment]);
  useEffect(() => {
    if (isAsking) return;
    const about = last.current;
    last.current = null;
    if (about === null) return;
    // The dialog restores the focus one frame after closing. Check after that.
    let frames = requestAnimationFrame(() => {
      frames = requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const chip = calendar.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(about)}"]`);
        (chip ?? calendar.current?.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frames);
  }, [isAsking, calendar]);
}
