import { useEffect, useRef } from 'react';
import { quoteNote } from '#app/shared/drafts/quote-note.ts';

/**
 * Saves the result for the booking and contact pages. Going back to the questions clears it; opening the questions
 * again later does not clear an earlier result.
 */
export function useNote(note: string | null): void {
  const isSaved = useRef(false);

  useEffect(() => {
    if (note !== null) {
      quoteNote.save(note);
      isSaved.current = true;
    } else if (isSaved.current) {
      quoteNote.clear();
      isSaved.current = false;
    }
  }, [note]);
}
