import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';

/** Under an answer that was carried over from last year. */
export function CheckNote({ question, onConfirm }: { question: string; onConfirm: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <Badge tone="warning">Please check</Badge>
      <span className="text-sm text-muted max-sm:hidden">From last year.</span>
      <Button
        variant="quiet"
        className="-my-1 px-3 text-sm"
        aria-label={`Still correct: ${question}`}
        onPress={onConfirm}
      >
        Still correct
      </Button>
    </p>
  );
}
