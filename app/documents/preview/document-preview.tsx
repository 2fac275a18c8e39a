import { supabase } from '#app/shared/api/supabase.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { startDownload } from '../store/download.ts';
import { say } from '../store/messages.ts';
import { supabaseDocuments } from '../store/supabase-documents.ts';
import { PreviewDialog } from './preview-dialog.tsx';

export interface DocumentPreviewProps {
  ownerId: string;
  /** Whether staff looks at a client's, rather than a client at the own ones. */
  isStaff?: boolean;
  files: readonly DocumentItem[];
  startKey: string;
  onClose: () => void;
}

/** Looks at documents outside of the file manager. */
export function DocumentPreview({ ownerId, isStaff = false, ...rest }: DocumentPreviewProps) {
  return (
    <PreviewDialog
      {...rest}
      target={{ ownerId, forWhom: null, mayDelete: isStaff, dense: isStaff, seesCounts: false }}
      onDownload={(item) => void downloadDocument(ownerId, item)}
    />
  );
}

/** Hands one document to the browser's downloads; a failure is told in a message. */
export async function downloadDocument(ownerId: string, item: DocumentItem): Promise<boolean> {
  try {
    startDownload(await supabaseDocuments(supabase, ownerId).downloadUrl(item.path), item.name);
    return true;
  } catch (error) {
    console.warn('A download failed', error);
    notify('danger', say.downloadError('file'));
    return false;
  }
}
