import { dateAndTime } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { Draft } from '#domain/tax-form/draft.ts';

interface DraftQuestionProps {
  /** Null: the form was sent from there. */
  theirs: Draft | null;
  onMine: () => void;
  onTheirs: () => void;
}

/** Answers were typed here and on another device: nobody but their writer knows which are right. */
export function DraftQuestion({ theirs, onMine, onTheirs }: DraftQuestionProps) {
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={() => {}}
      title={theirs ? 'Which answers do you want to keep?' : 'This form was sent from another device'}
      actions={
        <>
          <Button variant="secondary" onPress={onTheirs}>
            {theirs ? 'Use the other answers' : 'Use what was sent'}
          </Button>
          <Button autoFocus onPress={onMine}>
            Keep what is on this screen
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {theirs
          ? `The form was also filled in on ${theirs.device || 'another device'}, last saved ${dateAndTime(theirs.updatedAt)}. We can keep those answers or the ones on this screen, not both.`
          : 'You can leave it as it was sent, or keep the answers on this screen and send them again.'}
      </p>
    </Dialog>
  );
}
