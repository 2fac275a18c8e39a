import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { quoteNote, shownQuoteNote } from '#app/shared/drafts/quote-note.ts';
import { Button } from '#app/ui/actions/button.tsx';

interface QuoteNoteLineProps {
  note: string | null;
  /** What happens with it. */
  label?: string;
  onRemove: () => void;
}

/** The result of the visitor's quote, which is sent along unless they remove it. */
export function QuoteNoteLine({ note, label, onRemove }: QuoteNoteLineProps) {
  const { t } = useLingui();
  if (note === null) return null;
  return (
    <div className="flex items-start justify-between gap-4 rounded-control bg-accent-soft py-2 pr-2 pl-4">
      <p className="min-w-0 py-1.5 text-sm wrap-anywhere">
        <span className="font-semibold">{label ?? t`We’ll include it.`} </span>
        {note}
      </p>
      <Button variant="quiet" size="medium" onPress={onRemove} className="text-sm">
        <Trans>
          Remove <span className="sr-only">the quote</span>
        </Trans>
      </Button>
    </div>
  );
}

/**
 * The stored note, for the office and as the visitor reads it. Null while the page hydrates: the server can't read the
 * browser's storage.
 */
export function useQuoteNote() {
  const [note, setNote] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    setNote(quoteNote.read());
    setShown(shownQuoteNote.read());
  }, []);
  return {
    note,
    shown: note && (shown ?? note),
    read: quoteNote.read,
    remove: () => {
      quoteNote.clear();
      shownQuoteNote.clear();
      setNote(null);
    },
  };
}
