import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CONVERSATION_ID } from '#app/conversation/queries.ts';
import { useFormats } from '#app/language/language.tsx';
import { useDates } from '#app/shared/format/dates.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { msg } from '#domain/language/message.ts';
import { clientSearch, tabSearch } from '../manage-params.ts';
import { EmptyQueue, MoreButton, QueueContent, QueueGroup, QueueRow } from '../queues/queue-parts.tsx';
import { countsQuery, useLiveQueues } from '../queues/queues-query.ts';
import { useRowFocus } from '../queues/use-row-focus.ts';
import { PAGE_ROWS } from '../queues/waiting-clients-query.ts';
import { type ShortcutGroup, sendKey, useListedShortcuts } from '../shortcuts.tsx';
import { useStaff } from './assignees.ts';
import { INBOX, type InboxView, inboxViewSearch, inboxViews, parseInboxParams } from './inbox-params.ts';
import { MessageRow } from './message-row.tsx';
import {
  inboxCountsQuery,
  messagesQuery,
  type WaitingThreadList,
  waitingThreadsQuery,
} from './messages-query.ts';

export const meta = unlistedMeta(INBOX, {
  title: msg`Inbox`,
  description: msg`For staff: messages and replies.`,
});

const inboxShortcuts: ShortcutGroup = {
  title: msg`In the inbox`,
  shortcuts: [{ keys: [sendKey], does: msg`Send the reply` }],
};

const nothing: Record<InboxView, MessageDescriptor> = {
  open: msg`You’re all caught up.`,
  mine: msg`No messages are assigned to you.`,
  answered: msg`No answered messages yet.`,
};

/** The messages from the contact page, and our replies. All view state is in the URL (inbox-params.ts). */
export default function InboxPage() {
  const { t } = useLingui();
  const page = useRef<HTMLDivElement>(null);
  useRowFocus(page);
  useListedShortcuts(inboxShortcuts);
  useLiveQueues();
  const [parameters] = useSearchParams();
  // Here, so that the names are asked for together with the messages.
  const { ownId: userId } = useStaff();
  const { view, openId } = parseInboxParams(parameters);
  const [limit, setLimit] = useState(PAGE_ROWS);
  const query = useQuery(messagesQuery({ view, userId, openId, limit }));
  const [threadLimit, setThreadLimit] = useState(PAGE_ROWS);
  const threads = useQuery(waitingThreadsQuery(view, threadLimit));
  // For the count in the bar.
  useQuery(countsQuery);
  return (
    <div ref={page} className="staff-page flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 tabIndex={-1} data-queue-stop className="text-lg">
          <Trans>Inbox</Trans>
        </h1>
        <p className="text-sm text-muted">
          <Trans>Messages from clients and from the contact page.</Trans>
        </p>
      </div>
      <div className="rounded-card border border-line bg-surface text-sm">
        <InboxViews current={view} userId={userId} />
        <QueueContent query={threads}>
          {(list) => <WaitingThreads {...list} onMore={() => setThreadLimit(threadLimit + PAGE_ROWS)} />}
        </QueueContent>
        <QueueContent query={query}>
          {({ messages, hasMore, senders }) =>
            messages.length === 0 ? (
              threads.data?.threads.length === 0 && <EmptyQueue>{t(nothing[view])}</EmptyQueue>
            ) : (
              <>
                <ul aria-label={t`Messages`} className="*:border-line *:not-first:border-t">
                  {messages.map((message) => (
                    <MessageRow
                      key={message.id}
                      message={message}
                      isOpen={message.id === openId}
                      sender={senders.get(message.email)}
                    />
                  ))}
                </ul>
                {hasMore && <MoreButton onPress={() => setLimit(limit + PAGE_ROWS)} />}
              </>
            )
          }
        </QueueContent>
      </div>
    </div>
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

interface WaitingThreadsProps extends WaitingThreadList {
  onMore: () => void;
}

/** The clients who wait for a reply in their conversation, longest first. Each leads to the conversation in the case. */
function WaitingThreads({ threads, hasMore, onMore }: WaitingThreadsProps) {
  const { t } = useLingui();
  const { recentDateAndTime } = useDates();
  const { nameOf } = useStaff();
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
            <span className="text-muted lg:text-sm">{preparer_id !== null && nameOf(preparer_id)}</span>
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
