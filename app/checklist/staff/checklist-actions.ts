import { supabase } from '#app/shared/api/supabase.ts';
import type { ListedItem } from '#domain/checklist/state.ts';

/** Whose list, of which year. */
export interface ListOf {
  clientId: string;
  year: number;
}

export type Verdict = 'confirmed' | 'asked_again' | 'open';

/** The office's word on one line; what is asked for again is mailed. Throws what the server says against it. */
export async function reviewItem(
  { clientId, year }: ListOf,
  { item, title }: Pick<ListedItem, 'item' | 'title'>,
  state: Verdict,
  note = '',
): Promise<void> {
  const { error } = await supabase.rpc('review_checklist_item', {
    client_id: clientId,
    list_year: year,
    list_item: item,
    new_state: state,
    item_title: title,
    ...(note.trim() !== '' && { staff_note: note.trim() }),
  });
  if (error) throw error;
}

/** One after the other: what was confirmed before a failure stays so. */
export async function confirmAll(of: ListOf, items: readonly ListedItem[]): Promise<void> {
  for (const item of items) await reviewItem(of, item, 'confirmed');
}

/** Something that no answer calls for. */
export async function requestDocument(
  { clientId, year }: ListOf,
  title: string,
  note: string,
): Promise<void> {
  const { error } = await supabase.rpc('request_document', {
    client_id: clientId,
    list_year: year,
    item_title: title.trim(),
    ...(note.trim() !== '' && { staff_note: note.trim() }),
  });
  if (error) throw error;
}
