import { CircleAlert } from 'lucide-react';
import { dateAndTime } from '#app/account/dates.ts';
import type { Reply, ReplyMail } from './thread-query.ts';

interface MessageAnswerProps {
  reply: Reply;
  /** What became of its mail, while the queue remembers it. */
  mail: ReplyMail | undefined;
  userId: string;
}

/** What somebody of the office has answered, and whether it has arrived. */
export function MessageAnswer({ reply, mail, userId }: MessageAnswerProps) {
  const author = reply.author_id === userId ? 'You' : reply.author_name || 'The office';
  return (
    <li className="border-l-2 border-action pl-3">
      <p className="figures flex flex-wrap gap-x-3 text-muted">
        <span className="font-semibold text-ink">{author}</span>
        <span>{dateAndTime(reply.sent_at)}</span>
        {mail?.status === 'pending' && <span>On its way</span>}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{reply.body}</p>
      {mail?.status === 'failed' && (
        <p className="mt-1 flex items-start gap-1.5 font-medium text-danger">
          <CircleAlert size={16} aria-hidden className="mt-[0.2em] shrink-0" />
          <span className="wrap-anywhere">
            This mail was not delivered. {reasonOf(mail)} Please call, or look at the address.
          </span>
        </p>
      )}
    </li>
  );
}

function reasonOf({ failure, last_error }: ReplyMail): string {
  if (failure === 'bad_address') return 'There is no such mailbox.';
  return last_error ? `The reason: ${last_error}.` : '';
}
