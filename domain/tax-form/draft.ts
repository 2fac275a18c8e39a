import { readAnswers, type SavedForm, type TaxFormAnswers, toSaved } from './answers.ts';

/**
 * A draft is saved as the client goes, sealed as a whole, one for each year. Every saving says the version that it
 * makes: one more than the version that the device has seen, 1 for the first. The server refuses any other
 * (`PT409`), so a device that was left open can't overwrite what was typed on another since; it reads the newer
 * draft and lets the client choose. A submission removes the draft: its former versions are refused too.
 */
export interface Draft {
  answers: TaxFormAnswers;
  version: number;
  /** In words: "Chrome on Android". */
  device: string;
  updatedAt: string;
}

export const DRAFT_CONFLICT = 'PT409';
/** Of its JSON text. A form with twenty dependents and full texts has a tenth of it. */
export const maxDraftCharacters = 100_000;

export function nextVersion(known: Pick<Draft, 'version'> | undefined): number {
  return (known?.version ?? 0) + 1;
}

/** As typed: hidden answers stay, since a question may come back. */
export function draftForm(answers: TaxFormAnswers): SavedForm {
  return toSaved(answers);
}

/** A row of `tax_form_drafts`. */
export function readDraft(row: {
  form_data: unknown;
  version: number;
  device: string;
  updated_at: string;
}): Draft {
  return {
    answers: readAnswers(row.form_data),
    version: row.version,
    device: row.device,
    updatedAt: row.updated_at,
  };
}

/** What to do with a draft found on the server when this device has unsaved answers too. */
export function meeting(
  own: { version: number; changed: boolean },
  found: Pick<Draft, 'version'>,
): 'same' | 'take theirs' | 'ask' {
  if (found.version === own.version) return 'same';
  return own.changed ? 'ask' : 'take theirs';
}
