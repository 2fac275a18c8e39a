import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, FileText } from 'lucide-react';
import type { Ref } from 'react';
import { documentQuery, downloadDocument, useLiveDocuments } from '#app/documents/queries.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { formatSize } from '#domain/documents/file-display.ts';

export interface ReadFirstProps {
  /** The client's id. */
  ownerId: string;
  documentId: string | null;
  isRead: boolean;
  busy: boolean;
  buttonRef: Ref<HTMLButtonElement>;
  onOpen: () => void;
}

export function ReadFirst({ ownerId, documentId, isRead, busy, buttonRef, onOpen }: ReadFirstProps) {
  const { t } = useLingui();
  useLiveDocuments(ownerId);
  const { data: document } = useQuery(documentQuery(ownerId, documentId));
  return (
    <Card as="section" aria-labelledby="read">
      <h2 id="read" className="text-xl">
        <Trans>1. Read your return</Trans>
      </h2>
      <div className="mt-4 flex items-center gap-3">
        <FileText size={32} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
        <p className="min-w-0">
          <span className="block font-semibold break-words">{document?.name ?? t`Your return`}</span>
          {document && <span className="figures text-sm text-muted">{t(formatSize(document.size))}</span>}
        </p>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          ref={buttonRef}
          variant={isRead ? 'secondary' : 'primary'}
          size="large"
          busy={busy}
          onPress={onOpen}
          className="max-sm:w-full"
        >
          {isRead ? t`Open it again` : t`Open my return`}
        </Button>
        {document && (
          <Button
            variant="quiet"
            size="large"
            icon={<Download size={20} aria-hidden />}
            onPress={() => void downloadDocument(ownerId, document, t)}
            className="max-sm:w-full"
          >
            <Trans>Download a copy</Trans>
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 empty:hidden">
        {isRead && (
          <span className="inline-flex items-center gap-2 font-medium text-success">
            <CircleCheck size={20} aria-hidden />
            <Trans>You’ve opened it</Trans>
          </span>
        )}
      </p>
    </Card>
  );
}
