import { startDownload } from '#app/shared/browser/download.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { DocumentItem } from './document-store.ts';
import { failed, messages, type Outcome } from './messages.ts';
import { isStoreError } from './store-error.ts';
import { type DocumentStore, supabaseDocuments } from './supabase-documents.ts';

/**
 * Downloads one file, or a folder or several items as a zip. Returns only a failure: the browser shows the download
 * itself.
 */
export async function downloadItems(
  store: Pick<DocumentStore, 'downloadUrl' | 'zipLink'>,
  start: (url: string, name: string) => void,
  items: readonly DocumentItem[],
  t: Translate,
): Promise<Outcome | null> {
  const [only] = items;
  if (!only) return null;
  try {
    if (items.length === 1 && only.type === 'file') {
      start(await store.downloadUrl(only.path), only.name);
    } else {
      const { url, name } = await store.zipLink(items.map(({ path }) => path));
      start(url, name);
    }
    return null;
  } catch (error) {
    console.warn('A download failed', error);
    if (items.length > 1) return failed(t(messages.downloadSelectedError));
    const texts = isStoreError(error, 'unreachable') ? messages.downloadError : messages.downloadRefused;
    return failed(t(texts[only.type]));
  }
}

/** Downloads one document. On failure shows a toast. */
export async function downloadDocument(ownerId: string, item: DocumentItem, t: Translate): Promise<void> {
  const failure = await downloadItems(supabaseDocuments(ownerId), startDownload, [item], t);
  if (failure?.ok === false) notify('danger', failure.message);
}
