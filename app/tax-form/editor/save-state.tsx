import { Cloud, CloudOff, LoaderCircle } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { dateAndTime, officeTime } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { Draft } from '#domain/tax-form/draft.ts';
import type { DraftAutosave, SaveState } from '../autosave/draft-autosave.ts';

const clock = officeTime({ hour: 'numeric', minute: '2-digit' });

export function useSaveState(autosave: DraftAutosave): SaveState {
  return useSyncExternalStore(autosave.subscribe, autosave.read);
}

/** Whether the answers are saved. Screen readers announce only problems. */
export function SaveNote({ saving }: { saving: SaveState }) {
  const isProblem = saving.kind === 'retrying' || saving.kind === 'refused';
  const Icon = isProblem ? CloudOff : saving.kind === 'saving' ? LoaderCircle : Cloud;
  return (
    <p
      className={`figures flex min-h-6 items-center gap-2 text-sm ${isProblem ? 'font-semibold text-warning' : 'text-muted'}`}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span>{textFor(saving)}</span>
      <span role="status" className="sr-only">
        {isProblem ? textFor(saving) : ''}
      </span>
    </p>
  );
}

function textFor(saving: SaveState): string {
  switch (saving.kind) {
    case 'idle':
    case 'conflict':
      return 'Your answers are saved as you go.';
    case 'saving':
      return 'Saving...';
    case 'saved':
      return `Saved at ${clock(saving.at.getTime())}`;
    case 'retrying':
      return saving.isOffline
        ? 'Not saved yet: no connection. We keep trying.'
        : 'Not saved yet. We keep trying.';
    case 'refused':
      return 'Not saved. You can continue and submit the form.';
  }
}

interface DraftConflictDialogProps {
  /** Null if the other device has sent the form. */
  theirs: Draft | null;
  onMine: () => void;
  onTheirs: () => void;
}

/** Asks which answers to keep, after edits here and on another device. */
export function DraftConflictDialog({ theirs, onMine, onTheirs }: DraftConflictDialogProps) {
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
