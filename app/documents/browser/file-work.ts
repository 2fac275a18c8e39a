import { rest } from '#app/shared/api/rest.ts';
import { startDownload } from '#app/shared/browser/download.ts';
import type { Translate } from '#domain/language/translate.ts';
import { downloadArchive } from '../archive/download-archive.ts';
import { supabaseArchives } from '../archive/supabase-archives.ts';
import type { DocumentItem, DocumentStore } from '../store/document-store.ts';
import { type DownloadOptions, downloadItems } from '../store/downloads.ts';
import { done, failed, messages, type Outcome } from '../store/messages.ts';

export { createFolder, deleteItems, moveItems, renameItem } from '../store/operations.ts';
export { randomSuffix } from '../store/storage-api.ts';
export { takeBack } from '../store/take-back.ts';

/** What the actions of a folder (use-file-actions.ts) do. Loaded after the list of files. */

export function download(
  store: DocumentStore,
  ownerId: string,
  items: readonly DocumentItem[],
  options: DownloadOptions,
  t: Translate,
): Promise<Outcome | null> {
  const deps = {
    urlFor: store.downloadUrl,
    start: startDownload,
    archive: (paths: readonly string[], how: Parameters<typeof downloadArchive>[3]) =>
      downloadArchive(supabaseArchives(), ownerId, paths, how),
  };
  return downloadItems(deps, items, options, t);
}

export async function markNew({ id, name }: DocumentItem, t: Translate): Promise<Outcome> {
  const { error } = await rest.rpc('mark_documents_as_new', { document_ids: id === null ? [] : [id] });
  if (!error) return done(t(messages.markedNew(name)));
  console.warn('A file could not be marked as new', error);
  return failed(t(messages.markNewError));
}
