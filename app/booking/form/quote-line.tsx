import { useEffect, useState } from 'react';
import { quoteNote } from '#app/shared/drafts/quote-note.ts';
import { Button } from '#app/ui/actions/button.tsx';

interface QuoteLineProps {
  note: string | null;
  /** What becomes of it. */
  says?: string;
  onRemove: () => void;
}

/** What the visitor's quote came to goes along, unless they would rather not. */
export function QuoteLine({ note, says = 'We bring it along.', onRemove }: QuoteLineProps) {
  if (note === null) return null;
  return (
    <div className="flex items-start justify-between gap-4 rounded-control bg-accent-soft py-2 pr-2 pl-4">
      <p className="min-w-0 py-1.5 text-sm wrap-anywhere">
        <span className="font-semibold">{says} </span>
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
  useEffect(() => setNote(quoteNote.read()), []);
  return {
    note,
    remove: () => {
      quoteNote.clear();
      setNote(null);
    },
  };
}
