import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { isLanguage, type Language, sourceLanguage } from '#domain/language/language.ts';
import { FilterSelect } from '../filter-select.tsx';
import { useRowAction } from '../queues/action-button.tsx';
import { CaseLink, QueueContent } from '../queues/queue-parts.tsx';
import { assigneeName } from './assignees.ts';
import { MessageReply } from './message-reply.tsx';
import { assignMessage, type Message, type SenderAccount } from './messages-query.ts';
import { ReplyForm } from './reply-form.tsx';
import { threadQuery } from './thread-query.ts';

export interface MessageThreadProps {
  message: Message;
  /** Set if the sender's email has an account. */
  sender: SenderAccount | undefined;
  staff: readonly Profile[];
  /** The current user. */
  userId: string;
}

/** The language of our reply, as the server chooses it (nutmeg.language_of_mail). */
function languageOf({ message, sender }: MessageThreadProps): Language {
  const language = message.language ?? sender?.language;
  return isLanguage(language) ? language : sourceLanguage;
}

/** The message with its replies, its assignee, and the reply form. */
export function MessageThread(props: MessageThreadProps) {
  const { t } = useLingui();
  const { message, userId } = props;
  const thread = useQuery(threadQuery(message.id));
  useLiveChanges([{ table: 'contact_replies', filter: `submission_id=eq.${message.id}` }], thread.refetch);
  return (
    <div className="flex max-w-(--container-text) flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Sender {...props} />
        <Assignment {...props} />
      </div>
      <p className="rounded-control bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
        {message.message}
      </p>
      <QueueContent query={thread}>
        {({ replies, mails }) => (
          <>
            {replies.length > 0 && (
              <ol aria-label={t`Replies`} className="flex flex-col gap-3">
                {replies.map((reply) => (
                  <MessageReply key={reply.id} reply={reply} mail={mails.get(reply.id)} userId={userId} />
                ))}
              </ol>
            )}
            <ReplyForm message={message} replies={replies} userId={userId} language={languageOf(props)} />
          </>
        )}
      </QueueContent>
    </div>
  );
}

function Sender({ message: { email, phone }, sender }: MessageThreadProps) {
  const { t } = useLingui();
  return (
    <p className="figures flex flex-wrap items-center gap-x-4 text-muted">
      <span className="break-all text-ink">{email}</span>
      {phone && (
        <SmartLink to={`tel:${phone}`} className="link inline-flex min-h-11 items-center gap-1.5 lg:min-h-0">
          <Phone size={14} aria-hidden />
          {showPhone(phone, t)}
        </SmartLink>
      )}
      {sender ? (
        <CaseLink clientId={sender.user_id}>
          <Trans>Open the client’s case</Trans>
        </CaseLink>
      ) : (
        <span>
          <Trans>No account</Trans>
        </span>
      )}
    </p>
  );
}

function Assignment({ message, staff, userId }: MessageThreadProps) {
  const { t } = useLingui();
  const { runAction } = useRowAction();
  const current = message.assigned_to ?? '';
  const options = [
    { value: '', label: t`No one` },
    { value: userId, label: t`You` },
    ...staff
      .filter(({ user_id }) => user_id !== userId)
      .map((person) => ({ value: person.user_id, label: displayName(person) })),
  ];
  if (!options.some(({ value }) => value === current)) {
    options.push({ value: current, label: assigneeName(staff, current, userId, t) });
  }

  function assignedText(assignee: string): string {
    if (assignee === '') return t`The message was unassigned.`;
    if (assignee === userId) return t`The message was assigned to you.`;
    return t`The message was assigned to ${{ name: assigneeName(staff, assignee, userId, t) }}.`;
  }

  return (
    <FilterSelect
      label={t`Assigned to`}
      options={options}
      value={current}
      isSet={false}
      onChange={(value) =>
        runAction({
          row: message.id,
          // Another choice while one is being saved counts too.
          label: `assign ${value}`,
          run: () => assignMessage(message, value || null),
          successMessage: assignedText(value),
        })
      }
    />
  );
}
