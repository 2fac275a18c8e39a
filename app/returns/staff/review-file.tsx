import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileText, TriangleAlert } from 'lucide-react';
import { type DocumentItem, documentsQuery } from '#app/documents/queries.ts';
import type { TaxReturn } from '#app/returns/queries.ts';
import { Button } from '#app/ui/actions/button.tsx';

export interface ReviewFileProps {
  taxReturn: TaxReturn;
  onPreview: (file: DocumentItem) => void;
}

/** The file that is or was up for review, with a warning if it was changed since. */
export function ReviewFile({ taxReturn, onPreview }: ReviewFileProps) {
  const { t } = useLingui();
  const { user_id, document_id, document_sha256 } = taxReturn;
  const { data: files } = useQuery({ ...documentsQuery(user_id), enabled: document_id !== null });
  if (document_id === null || !files) return null;
  const file = files.find(({ id }) => id === document_id);
  const isSame = file?.sha256 === document_sha256;
  return (
    <div>
      {file && (
        <Button
          size="small"
          variant="quiet"
          icon={<FileText size={18} aria-hidden />}
          onPress={() => onPreview(file)}
          className="-ml-3 max-w-full text-left"
        >
          <span className="min-w-0 break-words">{file.name}</span>
        </Button>
      )}
      {!isSame && (
        <p className="flex items-start gap-2 font-medium text-danger">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {file
            ? t`This file changed after it was posted for review. Post it again.`
            : t`The file posted for review no longer exists.`}
        </p>
      )}
    </div>
  );
}
