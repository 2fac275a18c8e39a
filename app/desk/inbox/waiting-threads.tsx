import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { CONVERSATION_ID } from '#app/conversation/queries.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { clientSearch, tabSearch } from '../manage-params.ts';
import { MoreButton, QueueGroup, QueueRow } from '../queues/queue-parts.tsx';
import { assigneeName } from './assignees.ts';
import type { WaitingThreadList } from './messages-query.ts';

interface WaitingThreadsProps extends WaitingThreadList {
  staff: readonly Profile[];
  userId: string;
  onMore: () => void;
}

/** The clients who wait for a reply in their conversation, longest first. Each leads to the conversation in the case. */
export function WaitingThreads({ threads, hasMore, staff, userId, onMore }: WaitingThreadsProps) {
  const { t } = useLingui();
  const { recentDateAndTime } = useDates();
  if (threads.length === 0) return null;
  return (
    <>
      <QueueGroup
        level={2}
        title={t`Clients waiting for a reply`}
        count={hasMore ? `${threads.length}+` : threads.length}
      >
        {threads.map(({ client_id, client_name, preparer_id, waiting_since, messages, latest }) => (
          <QueueRow key={client_id} columns={columns}>
            <span>
              <Badge size="small" tone="accent">
                <Plural value={messages} one="# message" other="# messages" />
              </Badge>
            </span>
            <Link
              data-queue-stop
              to={{
                pathname: '/manage',
                search: tabSearch(clientSearch('', client_id, ''), 'contact'),
                hash: `#${CONVERSATION_ID}`,
              }}
              className="link inline-flex min-h-11 items-center font-semibold break-words lg:min-h-0"
            >
              {client_name}
            </Link>
            <span className="min-w-0 truncate text-muted max-lg:hidden">{latest}</span>
            <span className="text-muted lg:text-sm">
              {preparer_id !== null && assigneeName(staff, preparer_id, userId, t)}
            </span>
            <span className="figures whitespace-nowrap text-muted lg:text-sm">
              {recentDateAndTime(waiting_since)}
            </span>
          </QueueRow>
        ))}
      </QueueGroup>
      {hasMore && <MoreButton onPress={onMore} />}
    </>
  );
}

/** Count, client, latest message, preparer, time. */
const columns = {
  facts: 'lg:grid-cols-[7.5rem_minmax(0,1.3fr)_minmax(0,2.5fr)_minmax(0,1fr)_9.5rem]',
  actions: '',
};
