import { useEffect, useRef } from 'react';
import { forgetQuoteNote, keepQuoteNote } from './quote-note.ts';

/**
 * A result is kept for the pages where its visitor may go on, by whatever link. Who goes back to the questions has
 * none any more; who only looks in again does not lose the one from before.
 */
export function useNote(note: string | null): void {
  const kept = useRef(false);

  useEffect(() => {
    if (note !== null) {
      keepQuoteNote(note);
      kept.current = true;
    } else if (kept.current) {
      forgetQuoteNote();
      kept.current = false;
    }
  }, [note]);
}
