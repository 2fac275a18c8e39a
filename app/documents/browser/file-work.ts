import { rest } from '#app/shared/api/rest.ts';
import { startDownload } from '#app/shared/browser/download.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { downloadItems } from '../store/downloads.ts';
import { done, failed, messages, type Outcome } from '../store/messages.ts';
import type { DocumentStore } from '../store/supabase-documents.ts';

export { createFolder, deleteItems, moveItems, renameItem } from '../store/operations.ts';
export { takeBack } from '../store/take-back.ts';

/** What the actions of a folder (use-file-actions.ts) do. Loaded after the list of files. */

export const download = (store: DocumentStore, items: readonly DocumentItem[], t: Translate) =>
  downloadItems(store, startDownload, items, t);

export async function markNew({ id, name }: DocumentItem, t: Translate): Promise<Outcome> {
  const { error } = await rest.rpc('mark_documents_as_new', { document_ids: id === null ? [] : [id] });
  if (!error) return done(t(messages.markedNew(name)));
  console.warn('A file could not be marked as new', error);
  return failed(t(messages.markNewError));
}
