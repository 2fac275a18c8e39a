import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { useNavigate } from 'react-router';
import { useDates } from '#app/shared/format/dates.ts';
import { subjectLabel } from '#domain/contact/subjects.ts';
import { ActionButton } from '../queues/action-button.tsx';
import { QueueRow } from '../queues/queue-parts.tsx';
import { useStaff } from './assignees.ts';
import { messageSearch } from './inbox-params.ts';
import { MessageBadge } from './message-badge.tsx';
import { MessageThread, type MessageThreadProps } from './message-thread.tsx';
import { assignMessage, type Message, markMessage } from './messages-query.ts';
import { readReply } from './reply-draft.ts';

interface MessageRowProps extends MessageThreadProps {
  isOpen: boolean;
}

/** A message in the list; expanded, the whole thread. */
export function MessageRow(props: MessageRowProps) {
  const { t } = useLingui();
  const { recentDateAndTime } = useDates();
  const { message, isOpen } = props;
  const { ownId, nameOf } = useStaff();
  const { id, name, subject, created_at, assigned_to } = message;
  const navigate = useNavigate();
  const threadId = useId();
  const row = useScrollIfOpen(isOpen);
  return (
    <>
      <QueueRow isOpen={isOpen} columns={columns} actions={<RowActions message={message} userId={ownId} />}>
        <span>
          <MessageBadge status={message.status} />
        </span>
        <Button
          ref={row}
          data-queue-stop
          aria-expanded={isOpen}
          aria-controls={threadId}
          onPress={() =>
            // Read the URL now: another view may have been chosen since this render.
            void navigate(
              { search: messageSearch(window.location.search, isOpen ? null : id) },
              { preventScrollReset: true },
            )
          }
          className="link min-h-11 min-w-0 scroll-mt-28 cursor-pointer text-left font-semibold break-words lg:min-h-0"
        >
          {subjectLabel(subject, t)}
        </Button>
        <span className="min-w-0 break-words">{name}</span>
        <span className="text-muted lg:text-sm">
          {readReply(ownId, id) !== '' && !isOpen && (
            <span className="mr-3 font-medium text-warning">
              <Trans>Reply not sent</Trans>
            </span>
          )}
          {assigned_to !== null && nameOf(assigned_to)}
        </span>
        <span className="figures whitespace-nowrap text-muted lg:text-sm">
          {recentDateAndTime(created_at)}
        </span>
        {!isOpen && (
          <span className="w-full truncate text-sm text-muted lg:col-span-4 lg:col-start-2">
            {message.message}
          </span>
        )}
      </QueueRow>
      <li id={threadId} hidden={!isOpen} className="px-4 pt-1 pb-4">
        {isOpen && <MessageThread {...props} />}
      </li>
    </>
  );
}

/** Its state, the subject, the sender, who replies, when; below, how it begins. */
const columns = {
  facts: 'lg:grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)_6.5rem_9.5rem]',
  actions: 'lg:w-80 lg:gap-0!',
};

function RowActions({ message, userId }: { message: Message; userId: string }) {
  const { t } = useLingui();
  const { id, subject, name, status, assigned_to } = message;
  const button = { about: `${subjectLabel(subject, t)}, ${name}`, variant: 'quiet' as const };
  if (status === 'answered' || status === 'closed') {
    return (
      <ActionButton
        {...button}
        label={t({ message: 'Reopen', context: 'message' })}
        successMessage={t`The message was reopened.`}
        run={() => markMessage(id, 'open')}
      />
    );
  }
  return (
    <>
      {assigned_to !== userId && (
        <ActionButton
          {...button}
          label={t`Assign to me`}
          successMessage={t`The message was assigned to you.`}
          run={() => assignMessage(message, userId)}
        />
      )}
      <ActionButton
        {...button}
        label={t`Mark answered`}
        successMessage={t`Marked as answered.`}
        run={() => markMessage(id, 'answered')}
      />
      <ActionButton
        {...button}
        label={t({ message: 'Close', context: 'message' })}
        successMessage={t`The message was closed.`}
        run={() => markMessage(id, 'closed')}
      />
    </>
  );
}

/** Scrolls to a message that is open on arrival, for example from a link in a mail. */
function useScrollIfOpen(isOpen: boolean) {
  const row = useRef<HTMLButtonElement>(null);
  const cameOpen = useRef(isOpen);
  useEffect(() => {
    if (cameOpen.current) row.current?.scrollIntoView({ block: 'start' });
  }, []);
  return row;
}
