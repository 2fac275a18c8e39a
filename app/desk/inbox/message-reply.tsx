import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { useDates } from '#app/shared/format/dates.ts';
import { msg } from '#domain/language/message.ts';
import { resendMail } from '../mails/failed-mails-query.ts';
import { failureText } from '../mails/mail-labels.ts';
import { ActionButton } from '../queues/action-button.tsx';
import type { Reply, ReplyMail } from './thread-query.ts';

interface MessageReplyProps {
  reply: Reply;
  /** The delivery status, while the mail queue keeps it. */
  mail: ReplyMail | undefined;
  userId: string;
}

const undelivered = msg`This email wasn’t delivered.`;

/** A reply of the staff, with its delivery status. */
export function MessageReply({ reply, mail, userId }: MessageReplyProps) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { mail_id } = reply;
  const author = reply.author_id === userId ? t`You` : reply.author_name || t`Our office`;
  return (
    <li className="border-l-2 border-action pl-3">
      <p className="figures flex flex-wrap gap-x-3 text-muted">
        <span className="font-semibold text-ink">{author}</span>
        <span>{dateAndTime(reply.sent_at)}</span>
        {mail_id === null && (
          <span>
            <Trans>In the conversation</Trans>
          </span>
        )}
        {mail?.status === 'pending' && (
          <span>
            <Trans>Sending</Trans>
          </span>
        )}
        {mail?.status === 'dismissed' && (
          <span>
            <Trans>Not delivered</Trans>
          </span>
        )}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{reply.body}</p>
      {mail?.status === 'failed' && mail_id !== null && (
        <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-1">
          <p className="flex min-w-0 items-start gap-1.5 font-medium text-danger">
            <CircleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
            <span>
              {t(undelivered)} {failureText(mail.failure, t)}
              {mail.last_error && (
                <span className="block text-xs font-normal wrap-anywhere text-muted">
                  <Trans>The server’s response: {{ response: mail.last_error }}</Trans>
                </span>
              )}
            </span>
          </p>
          <ActionButton
            row={reply.id}
            label={t`Send again`}
            about={t`the reply from ${{ when: dateAndTime(reply.sent_at) }}`}
            successMessage={t`Sent again.`}
            run={() => resendMail(mail_id)}
          />
        </div>
      )}
    </li>
  );
}
