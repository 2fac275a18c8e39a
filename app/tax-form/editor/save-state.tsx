import { Trans, useLingui } from '@lingui/react/macro';
import { Cloud, CloudOff, LoaderCircle } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { type DateFormats, useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
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
      return t(msg`Not saved. We’ll try again after your next answer. Until then, keep this page open.`);
  }
}

/** After edits here, while another device has sent the form. */
export function SentElsewhereDialog({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={() => {}}
      title={t`This form was submitted from another device`}
      actions={
        <>
          <Button variant="secondary" onPress={onTheirs}>
            <Trans>Use the submitted answers</Trans>
          </Button>
          <Button autoFocus onPress={onMine}>
            <Trans>Keep the answers on this screen</Trans>
          </Button>
        </>
      }
    >
      <p className="text-muted">
        <Trans>You can leave it as it is, or keep the answers on this screen and submit them again.</Trans>
      </p>
    </Dialog>
  );
}
