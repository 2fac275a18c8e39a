import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { DocumentItem } from '../store/document-store.ts';
import type { Target } from '../store/target.ts';
import { EventList } from './event-list.tsx';
import { historyQuery } from './events-query.ts';

const PAGE = 50;

export interface HistoryDialogProps {
  target: Target;
  onClose: () => void;
  /** The file; without its id, all files of the client. */
  item: DocumentItem | null;
}

/** For staff: the events of a client's files, or of one file. */
export function HistoryDialog({ target: { ownerId, clientName }, item, onClose }: HistoryDialogProps) {
  const { t } = useLingui();
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isFetching } = useQuery(historyQuery(ownerId, item?.id ?? null, limit));
  const ownerTitle =
    clientName === null ? t`History of your files` : t`History of the files of ${{ client: clientName }}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={item?.id ? t`History of ${{ file: item.name }}` : ownerTitle}
      width="wide"
      actions={<Button onPress={onClose}>{t`Done`}</Button>}
    >
      <Problem>{error && messageOf(error, t)}</Problem>
      {!data && !error && <Skeleton className="h-40" />}
      {data && !error && (
        <EventList
          label={t`History`}
          shown={data}
          none={t`Nothing has been recorded yet.`}
          isLoading={isFetching}
          onMore={() => setLimit(limit + PAGE)}
        />
      )}
    </Dialog>
  );
}
