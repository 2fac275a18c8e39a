import { checklistFor } from '#domain/checklist/checklist.ts';
import { type ListedItem, listOf, missingOf, type StoredItem } from '#domain/checklist/state.ts';

/** The stored part of an item that decides whether its document is missing. */
export type StoredState = Pick<StoredItem, 'item' | 'title' | 'state'>;

/**
 * The lines of a client's list. Without a form, those that the office requested.
 * @param form the answers of the sent form; null if there is none
 */
export function linesOf(form: unknown, stored: readonly StoredState[]): ListedItem[] {
  const required = form === null ? [] : checklistFor(form);
  const rows = stored.map((row) => ({ ...row, reason: null, note: null, documentIds: [] }));
  return listOf(required, rows);
}

/** Those that are missing. */
export const missingLines = (form: unknown, stored: readonly StoredState[]): ListedItem[] =>
  missingOf(linesOf(form, stored));
