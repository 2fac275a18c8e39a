import { announceWork } from '#app/shared/drafts/unfinished-work.ts';
import { storedSession } from '#app/shared/session/stored/stored-session.ts';
import { msg } from '#domain/language/message.ts';
import type { DraftAutosave } from './draft-autosave.ts';

/**
 * The drafts of this tab, by user, client, and year, in memory only. A user who leaves the form while offline and comes back
 * finds the unsaved answers.
 */
const autosaves = new Map<string, DraftAutosave>();
const keyOf = (clientId: string, year: number) => `${storedSession()?.user.id} ${clientId} ${year}`;

announceWork(() =>
  [...autosaves.values()].some((autosave) => autosave.isUnsaved())
    ? msg`Your tax form has answers that aren’t saved yet.`
    : null,
);

/** The autosave of a form that was left with unsaved answers. */
export function findUnsaved(userId: string, year: number): DraftAutosave | null {
  const autosave = autosaves.get(keyOf(userId, year));
  return autosave?.isUnsaved() && autosave.read().kind !== 'refused' ? autosave : null;
}

export function rememberAutosave(userId: string, year: number, autosave: DraftAutosave): void {
  autosaves.set(keyOf(userId, year), autosave);
}

export function forgetAutosave(userId: string, year: number): void {
  autosaves.delete(keyOf(userId, year));
}
