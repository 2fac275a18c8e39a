import { readAnswers, type SavedForm, type TaxFormAnswers, toSaved } from './answers.ts';

/**
 * A draft is saved while the client edits the form: one for each year, encrypted as a whole. Each save names the version
 * that it creates: one more than the device has seen, 1 for the first. The server refuses any other (`PT409`), so that
 * a device with an old draft can't overwrite a newer one; it loads the newer draft and lets the client choose. Sending
 * the form deletes the draft, and older versions are still refused.
 */
export interface Draft {
  answers: TaxFormAnswers;
  version: number;
  /** In words: "Chrome on Android". */
  device: string;
  updatedAt: string;
}

export const DRAFT_CONFLICT = 'PT409';
/** The length of the JSON. A form with twenty dependents and full texts has a tenth of it. */
export const maxDraftCharacters = 100_000;

/** Includes the answers of hidden questions, which may become visible again. */
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
