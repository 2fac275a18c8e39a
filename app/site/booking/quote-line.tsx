import { useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { forgetQuoteNote, readQuoteNote } from '../quote/quote-note.ts';

/** What the visitor's quote came to goes along, unless they would rather not. */
export function QuoteLine({ note, onRemove }: { note: string | null; onRemove: () => void }) {
  if (note === null) return null;
  return (
    <div className="flex items-start justify-between gap-4 rounded-control bg-accent-soft py-2 pr-2 pl-4">
      <p className="py-1.5 text-sm">
        <span className="font-semibold">We bring it along. </span>
        {note}
      </p>
      <Button variant="quiet" size="medium" onPress={onRemove} className="text-sm">
        Remove
        <span className="sr-only"> the quote</span>
      </Button>
    </div>
  );
}

/** Read once the page is there: the prerendered one knows no visitor. */
export function useQuoteNote() {
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => setNote(readQuoteNote()), []);
  return {
    note,
    remove: () => {
      forgetQuoteNote();
      setNote(null);
    },
  };
}
