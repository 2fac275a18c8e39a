import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '#app/shared/session/session.tsx';
import { MoreButton, QueueContent } from '../queues/queue-parts.tsx';
import { useRowAction } from '../queues/use-row-action.ts';
import { PAGE_ROWS } from '../queues/waiting-clients-query.ts';
import { staffQuery } from './assignees.ts';
import { type InboxView, parseInboxParams } from './inbox-params.ts';
import { InboxViews } from './inbox-views.tsx';
import { MessageRow } from './message-row.tsx';
import { messagesQuery } from './messages-query.ts';

const nothing: Record<InboxView, string> = {
  open: 'Nothing waits here.',
  mine: 'Nothing waits for you.',
  answered: 'Nothing was answered yet.',
};

/** The office's inbox: who wrote, who looks after it, what was answered. */
export function Messages() {
  const [parameters] = useSearchParams();
  const userId = useSession().user?.id ?? '';
  const { view, openId } = parseInboxParams(parameters);
  const [limit, setLimit] = useState(PAGE_ROWS);
  const query = useQuery(messagesQuery({ view, userId, openId, limit }));
  const { data: staff = [] } = useQuery(staffQuery());
  const rowAction = useRowAction();
  return (
    <>
      <InboxViews current={view} userId={userId} />
      <QueueContent query={query}>
        {({ messages, count, clients }) =>
          messages.length === 0 ? (
            <p role="status" className="px-4 py-6 text-center text-muted">
              {nothing[view]}
            </p>
          ) : (
            <>
              <ul aria-label="Messages" className="divide-y divide-line">
                {messages.map((message) => (
                  <MessageRow
                    key={message.id}
                    message={message}
                    isOpen={message.id === openId}
                    clientId={clients.get(message.email.toLowerCase())}
                    staff={staff}
                    userId={userId}
                    {...rowAction}
                  />
                ))}
              </ul>
              {limit < count && <MoreButton onPress={() => setLimit(limit + PAGE_ROWS)} />}
            </>
          )
        }
      </QueueContent>
    </>
  );
}
