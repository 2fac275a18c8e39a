import { Mail } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { dateAndTime } from '#app/account/dates.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { showPhone } from '#domain/phone.ts';
import { ActButton } from './act-button.tsx';
import { type Message, type MessageStatus, markMessage, replyAddress } from './messages-query.ts';
import { CaseLink, QueueRow } from './queue-parts.tsx';
import type { useAct } from './use-act.ts';

interface MessageRowProps extends ReturnType<typeof useAct> {
  message: Message;
  /** Set when the address has an account. */
  clientId: string | undefined;
}

const steps: Record<MessageStatus, readonly [MessageStatus, string, string][]> = {
  new: [
    ['open', 'Take on', 'The message is in hand.'],
    ['answered', 'Answered', 'Marked as answered.'],
    ['closed', 'Close', 'The message is closed.'],
  ],
  open: [
    ['answered', 'Answered', 'Marked as answered.'],
    ['closed', 'Close', 'The message is closed.'],
  ],
  answered: [['open', 'Reopen', 'The message is in hand again.']],
  closed: [['open', 'Reopen', 'The message is in hand again.']],
};

export function MessageRow({ message, clientId, act, busy }: MessageRowProps) {
  const { id, name, subject, status, created_at } = message;
  const [isRead, setRead] = useState(false);
  const textId = useId();
  const about = `${subject}, ${name}`;
  return (
    <>
      <QueueRow
        actions={
          <>
            {(status === 'new' || status === 'open') && (
              <LinkButton
                to={replyAddress(message)}
                variant="secondary"
                size="small"
                className="max-lg:min-h-11"
                icon={<Mail size={16} aria-hidden />}
                aria-label={`Reply: ${about}`}
              >
                Reply
              </LinkButton>
            )}
            {(steps[status as MessageStatus] ?? []).map(([to, label, said]) => (
              <ActButton
                key={to}
                row={id}
                label={label}
                about={about}
                said={said}
                run={() => markMessage(id, to)}
                variant="quiet"
                act={act}
                busy={busy}
              />
            ))}
          </>
        }
      >
        <Button
          data-queue-stop
          aria-expanded={isRead}
          aria-controls={textId}
          onPress={() => setRead(!isRead)}
          className="link min-h-11 min-w-0 cursor-pointer text-left font-semibold break-words lg:min-h-0"
        >
          {subject}
        </Button>
        <span className="min-w-0 break-words">{name}</span>
        {(status === 'answered' || status === 'closed') && <Badge size="small">{status}</Badge>}
        <span className="figures text-muted">{dateAndTime(created_at)}</span>
      </QueueRow>
      <li id={textId} hidden={!isRead} className="border-t-0! px-4 pb-3">
        <p className="max-w-(--container-text) rounded-control bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
          {message.message}
        </p>
        <p className="figures mt-1.5 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-muted">
          <SmartLink to={`mailto:${message.email}`} className="link break-all">
            {message.email}
          </SmartLink>
          {message.phone && <span>{showPhone(message.phone)}</span>}
          {clientId ? (
            <CaseLink clientId={clientId}>Open the client's case</CaseLink>
          ) : (
            <span>No account</span>
          )}
        </p>
      </li>
    </>
  );
}
