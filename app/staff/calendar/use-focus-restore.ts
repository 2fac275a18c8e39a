import { type RefObject, useEffect, useRef } from 'react';

/**
 * One dialog may follow on another, and then the one that closes last gives the focus back to the first, which is
 * gone. So it goes to the appointment that it was about, or to the heading.
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
    // The dialog gives the focus back in the frame after it has gone, and then it is seen whether it found anybody.
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
