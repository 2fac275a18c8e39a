import { authSession } from '#app/shared/api/auth-session.ts';
import { keepWork } from '#app/shared/drafts/kept-work.ts';
import { takeKept } from '#app/shared/drafts/opened-work.ts';
import { asRecord } from '#app/shared/drafts/stored-value.ts';
import { announceWork } from '#app/shared/drafts/unfinished-work.ts';
import { msg } from '#domain/language/message.ts';
import { readAnswers } from '#domain/tax-form/answers.ts';
import { createDraftAutosave, type DraftAutosave } from './draft-autosave.ts';
import { createDraftApi } from './form-data.ts';

/**
 * The drafts of this tab, by user, client, and year, in memory only. A user who leaves the form while offline and comes back
 * finds the unsaved answers.
 */
const autosaves = new Map<string, DraftAutosave>();
const keyOf = (clientId: string, year: number) => `${authSession.read()?.user.id} ${clientId} ${year}`;

// What was refused before a login or a second step may be saved now.
authSession.subscribe((session) => {
  if (session) for (const autosave of autosaves.values()) autosave.flush();
});

announceWork(() =>
  [...autosaves.values()].some((autosave) => autosave.isUnsaved())
    ? msg`Your tax form has answers that aren’t saved yet.`
    : null,
);

// For a reload after the end of the session.
keepWork('tax-forms', (userId) => {
  const unsaved = [...autosaves].filter(([key, one]) => key.startsWith(`${userId} `) && one.isUnsaved());
  if (unsaved.length === 0) return undefined;
  return unsaved.map(([key, one]) => ({ key, form: one.answers(), ...one.seen() }));
});

/** Begins again with the answers that were kept. */
function openKeptForms(): void {
  const kept = takeKept('tax-forms');
  for (const one of Array.isArray(kept) ? kept : []) {
    const { key, form, version, sentAt, base, unanswered } = asRecord(one) ?? {};
    const [, clientId, year] = String(key).split(' ');
    if (clientId === undefined || year === undefined || typeof version !== 'number') continue;
    const answers = readAnswers(form);
    const autosave = createDraftAutosave({
      api: createDraftApi(clientId, Number(year)),
      start: {
        answers,
        version,
        sentAt: typeof sentAt === 'string' ? sentAt : null,
        base: readAnswers(base),
        unanswered: Array.isArray(unanswered) ? unanswered : [],
      },
    });
    autosave.changed(answers);
    autosaves.set(String(key), autosave);
  }
}

/** The autosave of a form that was left with unsaved answers. */
export function findUnsaved(userId: string, year: number): DraftAutosave | null {
  openKeptForms();
  const autosave = autosaves.get(keyOf(userId, year));
  return autosave?.isUnsaved() ? autosave : null;
}

/** Whether the last attempt to save the answers has failed. */
export function isSavingFailed(userId: string, year: number): boolean {
  const kind = autosaves.get(keyOf(userId, year))?.read().kind;
  return kind === 'retrying' || kind === 'refused';
}

export function rememberAutosave(userId: string, year: number, autosave: DraftAutosave): void {
  autosaves.set(keyOf(userId, year), autosave);
}

export function forgetAutosave(userId: string, year: number): void {
  autosaves.delete(keyOf(userId, year));
}
