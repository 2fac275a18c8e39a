import { Cloud, CloudOff, LoaderCircle } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { officeTime } from '#app/shared/format/dates.ts';
import type { DraftKeeper, Saving } from '../autosave/draft-keeper.ts';

const clock = officeTime({ hour: 'numeric', minute: '2-digit' });

export function useSaving(keeper: DraftKeeper): Saving {
  return useSyncExternalStore(keeper.subscribe, keeper.read);
}

/** Whether what was typed is safe: quietly. Only trouble is said aloud to screen readers. */
export function SaveNote({ saving }: { saving: Saving }) {
  const isTrouble = saving.kind === 'waiting' || saving.kind === 'refused';
  const Icon = isTrouble ? CloudOff : saving.kind === 'saving' ? LoaderCircle : Cloud;
  return (
    <p
      className={`figures flex min-h-6 items-center gap-2 text-sm ${isTrouble ? 'font-semibold text-warning' : 'text-muted'}`}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span>{wordsFor(saving)}</span>
      <span role="status" className="sr-only">
        {isTrouble ? wordsFor(saving) : ''}
      </span>
    </p>
  );
}

function wordsFor(saving: Saving): string {
  switch (saving.kind) {
    case 'nothing':
    case 'asking':
      return 'Your answers are saved as you go.';
    case 'saving':
      return 'Saving...';
    case 'saved':
      return `Saved at ${clock(saving.at.getTime())}`;
    case 'waiting':
      return saving.isOffline
        ? 'Not saved yet: no connection. We keep trying.'
        : 'Not saved yet. We keep trying.';
    case 'refused':
      return 'Not saved. You can go on and submit the form.';
  }
}
