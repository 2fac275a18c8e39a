import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Phone } from 'lucide-react';
import { useState } from 'react';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { isLanguage, type Language, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { FilterSelect } from '../filter-select.tsx';
import { resendMail } from '../mails/failed-mails-query.ts';
import { failureText } from '../mails/mail-labels.ts';
import type { ProfileOfAddress } from '../profiles.ts';
import { ActionButton, useRowAction } from '../queues/action-button.tsx';
import { CaseLink, QueueContent } from '../queues/queue-parts.tsx';
import { useStaff } from './assignees.ts';
import { assignMessage, type Message, type Reply, type ReplyMail, threadQuery } from './messages-query.ts';
import { ReplyForm } from './reply-form.tsx';

export interface MessageThreadProps {
  message: Message;
  /** Set if the sender's email has an account. */
  sender: ProfileOfAddress | undefined;
}

/** The language of our reply, as the server chooses it (nutmeg.language_of_mail). */
function languageOf({ message, sender }: MessageThreadProps): Language {
  const language = message.language ?? sender?.language;
  return isLanguage(language) ? language : sourceLanguage;
}

/** The message with its replies, its assignee, and the reply form. */
export function MessageThread(props: MessageThreadProps) {
  const { t } = useLingui();
  const { message } = props;
  const { ownId } = useStaff();
  const thread = useQuery(threadQuery(message.id));
  useLiveChanges([{ table: 'contact_replies', filter: `submission_id=eq.${message.id}` }], thread.refetch);
  return (
    <div className="flex max-w-(--container-text) flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Sender {...props} />
        <Assignment message={message} />
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
                  <MessageReply key={reply.id} reply={reply} mail={mails.get(reply.id)} userId={ownId} />
                ))}
              </ol>
            )}
            <ReplyForm message={message} replies={replies} userId={ownId} language={languageOf(props)} />
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
        <span>{t`No account`}</span>
      )}
    </p>
  );
}

function Assignment({ message }: { message: Message }) {
  const { t } = useLingui();
  const { runAction } = useRowAction();
  const { ownId, staff, nameOf } = useStaff();
  const current = message.assigned_to ?? '';
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? current;
  const options = [
    { value: '', label: t`No one` },
    { value: ownId, label: t`You` },
    ...staff
      .filter(({ user_id }) => user_id !== ownId)
      .map((person) => ({ value: person.user_id, label: displayName(person) })),
  ];
  if (!options.some(({ value }) => value === current)) {
    options.push({ value: current, label: nameOf(current) });
  }

  function assignedText(assignee: string): string {
    if (assignee === '') return t`The message was unassigned.`;
    if (assignee === ownId) return t`The message was assigned to you.`;
    return t`The message was assigned to ${{ name: nameOf(assignee) }}.`;
  }

  // Another choice while one is being saved counts too.
  async function assign(assignee: string): Promise<void> {
    setChosen(assignee);
    await runAction({
      run: () => assignMessage(message, assignee || null),
      successMessage: assignedText(assignee),
    });
    setChosen((now) => (now === assignee ? undefined : now));
  }

  return (
    <FilterSelect
      label={t`Assigned to`}
      options={options}
      value={shown}
      isSet={false}
      onChange={(value) => value !== shown && void assign(value)}
    />
  );
}

interface MessageReplyProps {
  reply: Reply;
  /** The delivery status, while the mail queue keeps it. */
  mail: ReplyMail | undefined;
  userId: string;
}

const undelivered = msg`This email wasn’t delivered.`;

/** A reply of the staff, with its delivery status. */
function MessageReply({ reply, mail, userId }: MessageReplyProps) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { mail_id } = reply;
  const author = reply.author_id === userId ? t`You` : reply.author_name || t`Our office`;
  return (
    <li className="border-l-2 border-action pl-3">
      <p className="figures flex flex-wrap gap-x-3 text-muted">
        <span className="font-semibold text-ink">{author}</span>
        <span>{dateAndTime(reply.sent_at)}</span>
        {mail_id === null && <span>{t`In the conversation`}</span>}
        {mail?.status === 'pending' && <span>{t`Sending`}</span>}
        {mail?.status === 'dismissed' && <span>{t`Not delivered`}</span>}
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
