import { supabase } from '#app/shared/api/supabase.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { DocumentItem } from './document-store.ts';
import { messages } from './messages.ts';
import { supabaseDocuments } from './supabase-documents.ts';

/** Starts a download in the browser, which shows its progress and outlives the page. */
export function startDownload(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads one document. On failure shows a toast and resolves with false. */
export async function downloadDocument(ownerId: string, item: DocumentItem): Promise<boolean> {
  try {
    startDownload(await supabaseDocuments(supabase, ownerId).downloadUrl(item.path), item.name);
    return true;
  } catch (error) {
    console.warn('A download failed', error);
    notify('danger', messages.downloadError('file'));
    return false;
  }
}
