import { startDownload } from '#app/shared/browser/download.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { DocumentItem } from './document-store.ts';
import { messages } from './messages.ts';
import { supabaseDocuments } from './supabase-documents.ts';

/** Downloads one document. On failure shows a toast and resolves with false. */
export async function downloadDocument(ownerId: string, item: DocumentItem): Promise<boolean> {
  try {
    startDownload(await supabaseDocuments(ownerId).downloadUrl(item.path), item.name);
    return true;
  } catch (error) {
    console.warn('A download failed', error);
    notify('danger', messages.downloadError.file);
    return false;
  }
}
