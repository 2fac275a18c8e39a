import { Button } from '#app/ui/button.tsx';
import { words } from './form-words.ts';

/** What the visitor's quote came to goes along, unless they would rather not. */
export function QuoteNote({ note, onRemove }: { note: string | null; onRemove: () => void }) {
  if (note === null) return null;
  return (
    <div className="flex items-start justify-between gap-4 rounded-control bg-accent-soft py-2 pr-2 pl-4">
      <p className="min-w-0 py-1.5 text-sm wrap-anywhere">
        <span className="block font-semibold">{words.carried}</span>
        {note}
      </p>
      <Button variant="quiet" onPress={onRemove} className="text-sm">
        Remove
        <span className="sr-only"> the quote</span>
      </Button>
    </div>
  );
}
