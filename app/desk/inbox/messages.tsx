import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { msg } from '#domain/language/message.ts';
import { MoreButton, QueueContent } from '../queues/queue-parts.tsx';
import { PAGE_ROWS } from '../queues/waiting-clients-query.ts';
import { assigneesQuery } from './assignees.ts';
import { type InboxView, inboxViewSearch, inboxViews, parseInboxParams } from './inbox-params.ts';
import { MessageRow } from './message-row.tsx';
import { inboxCountsQuery, messagesQuery, waitingThreadsQuery } from './messages-query.ts';
import { WaitingThreads } from './waiting-threads.tsx';

const nothing: Record<InboxView, MessageDescriptor> = {
  open: msg`You’re all caught up.`,
  mine: msg`No messages are assigned to you.`,
  answered: msg`No answered messages yet.`,
};

/** The inbox: clients who wait for a reply, and the messages from the contact page. */
export function Messages() {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const userId = useSession().user?.id ?? '';
  const { view, openId } = parseInboxParams(parameters);
  const [limit, setLimit] = useState(PAGE_ROWS);
  const query = useQuery(messagesQuery({ view, userId, openId, limit }));
  const [threadLimit, setThreadLimit] = useState(PAGE_ROWS);
  const threads = useQuery(waitingThreadsQuery(view, threadLimit));
  const { data: staff = [] } = useQuery(assigneesQuery());
  return (
    <>
      <InboxViews current={view} userId={userId} />
      <QueueContent query={threads}>
        {(list) => (
          <WaitingThreads
            {...list}
            staff={staff}
            userId={userId}
            onMore={() => setThreadLimit(threadLimit + PAGE_ROWS)}
          />
        )}
      </QueueContent>
      <QueueContent query={query}>
        {({ messages, hasMore, clients }) =>
          messages.length === 0 ? (
            threads.data?.threads.length === 0 && (
              <p role="status" className="px-4 py-6 text-center text-muted">
                {t(nothing[view])}
              </p>
            )
          ) : (
            <>
              <ul aria-label={t`Messages`} className="*:border-line *:not-first:border-t">
                {messages.map((message) => (
                  <MessageRow
                    key={message.id}
                    message={message}
                    isOpen={message.id === openId}
                    sender={clients.get(message.email.toLowerCase())}
                    staff={staff}
                    userId={userId}
                  />
                ))}
              </ul>
              {hasMore && <MoreButton onPress={() => setLimit(limit + PAGE_ROWS)} />}
            </>
          )
        }
      </QueueContent>
    </>
  );
}

const names: Record<InboxView, MessageDescriptor> = {
  open: msg({ message: 'Open', context: 'messages' }),
  mine: msg({ message: 'Mine', context: 'messages' }),
  answered: msg({ message: 'Answered', context: 'messages' }),
};

/** Tabs for the views of the inbox. */
function InboxViews({ current, userId }: { current: InboxView; userId: string }) {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const formats = useFormats();
  const { data: counts } = useQuery(inboxCountsQuery(userId));
  return (
    <nav aria-label={t`Messages by state`} className="border-b border-line px-4 py-2">
      <ul className="flex gap-1">
        {inboxViews.map((view) => {
          const count = view === 'answered' ? undefined : counts?.[view];
          return (
            <li key={view}>
              <Link
                to={{ search: inboxViewSearch(parameters, view) }}
                preventScrollReset
                aria-current={view === current ? 'true' : undefined}
                className={classNames(
                  'figures inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 font-semibold no-underline lg:min-h-9',
                  view === current ? 'bg-action-soft text-ink' : 'text-link hover:bg-action-soft',
                )}
              >
                {t(names[view])}
                {count !== undefined && (
                  <span className="font-normal whitespace-nowrap text-muted">{formats.count(count)}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
