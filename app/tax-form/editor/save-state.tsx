import { Trans, useLingui } from '@lingui/react/macro';
import { Cloud, CloudOff, LoaderCircle } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { type DateFormats, useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { storedDeviceName } from '#domain/account/device.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { Draft } from '#domain/tax-form/draft.ts';
import type { DraftAutosave, SaveState } from '../autosave/draft-autosave.ts';

export function useSaveState(autosave: DraftAutosave): SaveState {
  return useSyncExternalStore(autosave.subscribe, autosave.read);
}

/** Whether the answers are saved. Screen readers announce only problems. */
export function SaveNote({ saving }: { saving: SaveState }) {
  const { t } = useLingui();
  const { time } = useDates();
  const isProblem = saving.kind === 'retrying' || saving.kind === 'refused';
  const Icon = isProblem ? CloudOff : saving.kind === 'saving' ? LoaderCircle : Cloud;
  return (
    <p
      className={`figures flex min-h-6 items-center gap-2 text-sm ${isProblem ? 'font-semibold text-warning' : 'text-muted'}`}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span>{textFor(saving, time, t)}</span>
      <span role="status" className="sr-only">
        {isProblem ? textFor(saving, time, t) : ''}
      </span>
    </p>
  );
}

function textFor(saving: SaveState, time: DateFormats['time'], t: Translate): string {
  switch (saving.kind) {
    case 'idle':
    case 'conflict':
      return t(msg`We save your answers as you go.`);
    case 'saving':
      return t(msg`Saving...`);
    case 'saved':
      return t(msg`Saved at ${{ time: time(saving.at.getTime()) }}`);
    case 'retrying':
      return saving.isOffline
        ? t(msg`Not saved yet because you’re offline. We’ll keep trying.`)
        : t(msg`Not saved yet. We’ll keep trying.`);
    case 'refused':
      return t(msg`Not saved. You can still continue and submit the form.`);
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
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={() => {}}
      title={theirs ? t`Which answers do you want to keep?` : t`This form was submitted from another device`}
      actions={
        <>
          <Button variant="secondary" onPress={onTheirs}>
            {theirs ? t`Use the other answers` : t`Use the submitted answers`}
          </Button>
          <Button autoFocus onPress={onMine}>
            <Trans>Keep the answers on this screen</Trans>
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {theirs
          ? t`You also filled out this form on ${{ device: storedDeviceName(theirs.device, t) || t`another device` }}, last saved ${{ time: dateAndTime(theirs.updatedAt) }}. We can keep those answers or the ones on this screen, but not both.`
          : t`You can leave it as it is, or keep the answers on this screen and submit them again.`}
      </p>
    </Dialog>
  );
}
