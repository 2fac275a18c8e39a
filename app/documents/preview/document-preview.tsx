import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DocumentItem } from '../store/document-store.ts';
import { downloadDocument } from '../store/downloads.ts';
import { PreviewDialog } from './preview-dialog.tsx';

/** Previews documents outside of the file manager. */
export function useDocumentPreview(ownerId: string) {
  const { t } = useLingui();
  const [shown, setShown] = useState<{ files: readonly DocumentItem[]; startKey: string } | null>(null);
  return {
    /** Opens the preview of some files at one of them; by default at the first. */
    open: (files: readonly DocumentItem[], start = files[0]) =>
      start && setShown({ files, startKey: start.key }),
    /** Must be rendered; null while the preview is closed. */
    dialog: shown && (
      <PreviewDialog
        {...shown}
        ownerId={ownerId}
        onClose={() => setShown(null)}
        onDownload={(item) => void downloadDocument(ownerId, item, t)}
      />
    ),
  };
}
