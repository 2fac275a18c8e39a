import type { ItemState } from '#domain/checklist/state.ts';

/**
 * The answer of `GET /functions/v1/checklist-state?client=<id>&year=<year>&language=<code>`, for everyone who works at the
 * office: what a client's list has, without the answers that it comes from. 400 if one of them is wrong, 403 for others,
 * 429 after too many.
 */
export interface ChecklistState {
  /** Without a form, the list has only the documents that the office requested. */
  is_form_sent: boolean;
  lines: ChecklistLine[];
}

export interface ChecklistLine {
  /** Its place in the list. Not the item's id, from which a birth date can be found. */
  place: number;
  /** In the language that was asked for, or as the office wrote it. */
  title: string;
  /** Needed only if the client has one. */
  if_any: boolean;
  state: ItemState;
}
