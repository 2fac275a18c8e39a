import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { DocumentItem } from '../store/document-store.ts';
import { downloadDocument } from '../store/downloads.ts';
import { PreviewDialog } from './preview-dialog.tsx';

/** Opens the preview of some files at one of them; by default at the first. */
export type OpenPreview = (files: readonly DocumentItem[], start?: DocumentItem) => void;

export interface DocumentPreview {
  open: OpenPreview;
  /** Must be rendered; null while the preview is closed. */
  dialog: ReactNode;
}

/** Previews documents outside of the file manager. `isStaff`: a staff member looks at a client's documents. */
export function useDocumentPreview(ownerId: string, { isStaff = false } = {}): DocumentPreview {
  const { t } = useLingui();
  const [shown, setShown] = useState<{ files: readonly DocumentItem[]; startKey: string } | null>(null);
  return {
    open: (files, start = files[0]) => start && setShown({ files, startKey: start.key }),
    dialog: shown && (
      <PreviewDialog
        {...shown}
        target={{
          ownerId,
          clientName: null,
          mayChange: isStaff,
          mayDelete: isStaff,
          dense: isStaff,
          seesCounts: false,
        }}
        onClose={() => setShown(null)}
        onDownload={(item) => void downloadDocument(ownerId, item, t)}
      />
    ),
  };
}
