import { CircleAlert } from 'lucide-react';
import { dateAndTime } from '#app/shared/format/dates.ts';
import { resendMail } from '../mails/failed-mails-query.ts';
import { failureText } from '../mails/mail-labels.ts';
import { ActionButton } from '../queues/action-button.tsx';
import type { useRowAction } from '../queues/use-row-action.ts';
import type { Reply, ReplyMail } from './thread-query.ts';

interface MessageReplyProps extends ReturnType<typeof useRowAction> {
  reply: Reply;
  /** The delivery status, while the mail queue keeps it. */
  mail: ReplyMail | undefined;
  userId: string;
}

/** A reply of the staff, with its delivery status. */
export function MessageReply({ reply, mail, userId, ...rowAction }: MessageReplyProps) {
  const author = reply.author_id === userId ? 'You' : reply.author_name || 'The office';
  return (
    <li className="border-l-2 border-action pl-3">
      <p className="figures flex flex-wrap gap-x-3 text-muted">
        <span className="font-semibold text-ink">{author}</span>
        <span>{dateAndTime(reply.sent_at)}</span>
        {mail?.status === 'pending' && <span>On its way</span>}
        {mail?.status === 'dismissed' && <span>Not delivered</span>}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{reply.body}</p>
      {mail?.status === 'failed' && (
        <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-1">
          <p className="flex min-w-0 items-start gap-1.5 font-medium text-danger">
            <CircleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
            <span>
              This mail was not delivered. {failureText(mail.failure)}
              {mail.last_error && (
                <span className="block text-xs font-normal wrap-anywhere text-muted">
                  The server’s response: {mail.last_error}
                </span>
              )}
            </span>
          </p>
          <ActionButton
            row={reply.id}
            label="Send again"
            about={`the answer of ${dateAndTime(reply.sent_at)}`}
            successMessage="Sent again."
            run={() => resendMail(reply.mail_id)}
            {...rowAction}
          />
        </div>
      )}
    </li>
  );
}
