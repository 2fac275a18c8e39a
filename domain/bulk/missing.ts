import { checklistFor } from '#domain/checklist/checklist.ts';
import { isAnswered, listOf, type StoredItem } from '#domain/checklist/state.ts';
import { letterTitle, maxLetterItems } from '#domain/contact/client-letters.ts';

/** The stored part of an item that decides whether its document is missing. */
export type StoredState = Pick<StoredItem, 'item' | 'title' | 'state'>;

export interface MissingLine {
  readonly item: string;
  /** In English: the letter has it in its reader's language. */
  readonly title: string;
}

/**
 * The documents to ask for. Not those that are needed only if the client has one, unless the office asked again. Without a
 * form, those that the office requested.
 * @param form the answers of the sent form; null if there is none
 */
export function missingLines(form: unknown, stored: readonly StoredState[]): MissingLine[] {
  const required = form === null ? [] : checklistFor(form);
  const rows = stored.map((row) => ({ ...row, reason: null, note: null, documentIds: [] }));
  return listOf(required, rows)
    .filter((item) => !isAnswered(item) && (!item.ifAny || item.state === 'asked_again'))
    .slice(0, maxLetterItems)
    .map(({ item, title }) => ({ item, title: letterTitle(title) }));
}
