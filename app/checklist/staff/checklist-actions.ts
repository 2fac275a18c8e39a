import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { english } from '#domain/language/english.ts';
import { inWords } from '#domain/language/translate.ts';

export interface ListOf {
  clientId: string;
  year: number;
}

export type Verdict = 'confirmed' | 'asked_again' | 'open';

/** Sets the state of an item. `asked_again` also mails the client. Throws the server's error. */
export const reviewItem = (
  { clientId, year }: ListOf,
  { item, title }: Pick<ListedItem, 'item' | 'title'>,
  state: Verdict,
  note = '',
) =>
  done(
    rest.rpc('review_checklist_item', {
      client_id: clientId,
      list_year: year,
      list_item: item,
      new_state: state,
      item_title: inWords(title, english),
      ...(note.trim() !== '' && { staff_note: note.trim() }),
    }),
  );

/** One by one: items confirmed before a failure stay confirmed. */
export async function confirmAll(of: ListOf, items: readonly ListedItem[]): Promise<void> {
  for (const item of items) await reviewItem(of, item, 'confirmed');
}

/** Requests a document that does not follow from the client's tax form. A second try with the same id changes nothing. */
export const requestDocument = ({ clientId, year }: ListOf, title: string, note: string, id: string) =>
  done(
    rest.rpc('request_document', {
      client_id: clientId,
      list_year: year,
      item_title: title.trim(),
      item_id: id,
      ...(note.trim() !== '' && { staff_note: note.trim() }),
    }),
  );

/** Puts a file on a line, in addition to the lines that it is on. */
export const linkFile = ({ year }: ListOf, { item }: Pick<ListedItem, 'item'>, documentId: string) =>
  done(
    rest.rpc('file_document', { document_id: documentId, list_year: year, list_item: item, from_items: [] }),
  );

/** Takes a file off a line. A line without files is open again, unless it is confirmed. */
export const unlinkFile = ({ year }: ListOf, { item }: Pick<ListedItem, 'item'>, documentId: string) =>
  done(rest.rpc('file_document', { document_id: documentId, list_year: year, from_items: [item] }));
