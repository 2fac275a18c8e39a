import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { Target } from '../store/target.ts';
import { EventList } from './event-list.tsx';
import { documentEventsQuery, type Events, eventsQuery } from './events-query.ts';

const PAGE = 50;

export interface HistoryDialogProps {
  target: Target;
  onClose: () => void;
  /** The file; without it, all files of the client. */
  document?: { readonly id: string; readonly name: string };
}

/** For staff: the events of a client's files, or of one file. */
export function HistoryDialog({ target, onClose, document }: HistoryDialogProps) {
  const { t } = useLingui();
  const ownerTitle =
    target.clientName === null
      ? t`History of your files`
      : t`History of the files of ${{ client: target.clientName }}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={document ? t`History of ${{ file: document.name }}` : ownerTitle}
      width="wide"
      actions={<Button onPress={onClose}>{t`Done`}</Button>}
    >
      {document ? (
        <DocumentEvents ownerId={target.ownerId} id={document.id} />
      ) : (
        <AllEvents ownerId={target.ownerId} />
      )}
    </Dialog>
  );
}

function DocumentEvents({ ownerId, id }: { ownerId: string; id: string }) {
  const { data, error } = useQuery(documentEventsQuery(ownerId, id));
  return <EventsView data={data} error={error} isLoading={false} />;
}

function AllEvents({ ownerId }: { ownerId: string }) {
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isFetching } = useQuery(eventsQuery(ownerId, limit));
  return (
    <EventsView
      data={data}
      error={error}
      isLoading={isFetching}
      onMore={() => setLimit((last) => last + PAGE)}
    />
  );
}

interface EventsViewProps {
  data: Events | undefined;
  error: Error | null;
  isLoading: boolean;
  onMore?: () => void;
}

function EventsView({ data, error, isLoading, onMore }: EventsViewProps) {
  const { t } = useLingui();
  if (error) return <Problem>{messageOf(error, t)}</Problem>;
  if (!data) return <Skeleton className="h-40" />;
  if (data.events.length === 0) return <p className="text-muted">{t`Nothing has been recorded yet.`}</p>;
  return (
    <EventList
      label={t`History`}
      events={data.events}
      isLoading={isLoading}
      onMore={data.more ? onMore : undefined}
    />
  );
}
