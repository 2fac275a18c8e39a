import { useEffect, useState } from 'react';
import { quoteNote } from '#app/shared/drafts/quote-note.ts';
import { Button } from '#app/ui/actions/button.tsx';

interface QuoteNoteLineProps {
  note: string | null;
  /** What happens with it. */
  label?: string;
  onRemove: () => void;
}

/** The result of the visitor's quote, which is sent along unless they remove it. */
export function QuoteNoteLine({ note, label = 'We will include it.', onRemove }: QuoteNoteLineProps) {
  if (note === null) return null;
  return (
    <div className="flex items-start justify-between gap-4 rounded-control bg-accent-soft py-2 pr-2 pl-4">
      <p className="min-w-0 py-1.5 text-sm wrap-anywhere">
        <span className="font-semibold">{label} </span>
        {note}
      </p>
      <Button variant="quiet" size="medium" onPress={onRemove} className="text-sm">
        Remove
        <span className="sr-only"> the quote</span>
      </Button>
    </div>
  );
}

/** The stored note. Null while the page hydrates: the prerendered page can't read the storage. */
export function useQuoteNote() {
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => setNote(quoteNote.read()), []);
  return {
    note,
    read: quoteNote.read,
    remove: () => {
      quoteNote.clear();
      setNote(null);
    },
  };
}
