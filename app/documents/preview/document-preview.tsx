import type { DocumentItem } from '../store/document-store.ts';
import { downloadDocument } from '../store/download.ts';
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
