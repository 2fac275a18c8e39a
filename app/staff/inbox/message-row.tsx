import { useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { useNavigate, useSearchParams } from 'react-router';
import { dateAndTime } from '#app/shared/format/dates.ts';
import { subjectLabel } from '#domain/contact/subjects.ts';
import { ActionButton } from '../queues/action-button.tsx';
import { QueueRow } from '../queues/queue-parts.tsx';
import { assigneeName } from './assignees.ts';
import { messageSearch } from './inbox-params.ts';
import { MessageBadge } from './message-badge.tsx';
import { MessageThread, type MessageThreadProps } from './message-thread.tsx';
import { assignMessage, markMessage } from './messages-query.ts';
import { readReply } from './reply-draft.ts';

interface MessageRowProps extends MessageThreadProps {
  isOpen: boolean;
}

/** A message in the list; expanded, the whole thread. */
export function MessageRow(props: MessageRowProps) {
  const { message, isOpen, staff, userId } = props;
  const { id, name, subject, created_at, assigned_to } = message;
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const threadId = useId();
  const row = useScrollIfOpen(isOpen);
  return (
    <>
      <QueueRow isOpen={isOpen} actions={<RowActions {...props} />}>
        <MessageBadge status={message.status} />
        <Button
          ref={row}
          data-queue-stop
          aria-expanded={isOpen}
          aria-controls={threadId}
          onPress={() =>
            void navigate(
              { search: messageSearch(parameters, isOpen ? null : id) },
              { preventScrollReset: true },
            )
          }
          className="link min-h-11 min-w-0 scroll-mt-28 cursor-pointer text-left font-semibold break-words lg:min-h-0"
        >
          {subjectLabel(subject)}
        </Button>
        <span className="min-w-0 break-words">{name}</span>
        {!isOpen && (
          <span className="min-w-0 flex-1 basis-48 truncate text-muted max-lg:hidden">{message.message}</span>
        )}
        {readReply(userId, id) !== '' && !isOpen && (
          <span className="font-medium text-warning">Answer not sent</span>
        )}
        {assigned_to !== null && (
          <span className="text-muted">{assigneeName(staff, assigned_to, userId)}</span>
        )}
        <span className="figures whitespace-nowrap text-muted">{dateAndTime(created_at)}</span>
      </QueueRow>
      <li id={threadId} hidden={!isOpen} className="px-4 pt-1 pb-4">
        {isOpen && <MessageThread {...props} />}
      </li>
    </>
  );
}

function RowActions({ message, userId, runAction, isBusy }: MessageRowProps) {
  const { id, subject, name, status, assigned_to } = message;
  const button = {
    row: id,
    about: `${subjectLabel(subject)}, ${name}`,
    variant: 'quiet' as const,
    runAction,
    isBusy,
  };
  if (status === 'answered' || status === 'closed') {
    return (
      <ActionButton
        {...button}
        label="Reopen"
        successMessage="The message is in progress again."
        run={() => markMessage(id, 'open')}
      />
    );
  }
  return (
    <>
      {assigned_to !== userId && (
        <ActionButton
          {...button}
          label="Assign to me"
          successMessage="The message is assigned to you."
          run={() => assignMessage(message, userId)}
        />
      )}
      <ActionButton
        {...button}
        label="Mark answered"
        successMessage="Marked as answered."
        run={() => markMessage(id, 'answered')}
      />
      <ActionButton
        {...button}
        label="Close"
        successMessage="The message is closed."
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
