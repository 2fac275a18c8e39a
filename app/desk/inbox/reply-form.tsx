import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Mail, Send } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate, queryClient } from '#app/shared/api/query-client.tsx';
import { useLetterTexts } from '#app/shared/letters/letter-texts.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { replyClosing, replyGreeting, replyLimit } from '#domain/contact/reply.ts';
import type { Language } from '#domain/language/language.ts';
import { msg, plural } from '#domain/language/message.ts';
import { queuesKey } from '../queues/queues-query.ts';
import {
  claimMessage,
  type Message,
  mailAddress,
  type Reply,
  sendReply,
  threadQuery,
  UNREAD_REPLY,
} from './messages-query.ts';
import { readReply, saveReply } from './reply-draft.ts';

interface ReplyFormProps {
  message: Message;
  replies: readonly Reply[];
  userId: string;
  language: Language;
}

const tooLong = (over: number) =>
  msg`Please shorten the reply by ${plural({ over }, { one: '# character', other: '# characters' })}`;

/**
 * Ctrl+Enter or Cmd+Enter sends. Unsent text is saved as a draft. Replies of colleagues that came meanwhile have to be
 * read first.
 */
export function ReplyForm({ message, replies, userId, language }: ReplyFormProps) {
  const office = useOffice();
  const { profile } = useSession();
  const { t } = useLingui();
  const [text, setText] = useState(() => readReply(userId, message.id));
  const [problem, setProblem] = useState('');
  // The number of replies when the user started to write.
  const [seen, setSeen] = useState(replies.length);
  // Replies sent since then. The user's own is among them if only the response was lost.
  const since = text === '' ? [] : replies.slice(seen);
  const others = since.filter(({ author_id }) => author_id !== userId);
  const isOut = since.some(({ author_id, body }) => author_id === userId && body === text.trim());
  const sending = useMutation({
    mutationFn: async (reply: string) => {
      const { error } = await sendReply(message.id, reply, others.length === 0 ? replies.length : seen);
      if (error && !(error.code === UNREAD_REPLY && (await wasMine(reply)))) throw error;
    },
    onSuccess: settle,
    onSettled: () => invalidate(queuesKey),
  });

  const unread =
    others.length === 0 || sending.isPending ? null : others.at(-1)?.author_name || t`A colleague`;

  const settleLate = useEffectEvent(() => {
    sending.reset();
    settle();
  });
  useEffect(() => {
    if (isOut && !sending.isPending) settleLate();
  }, [isOut, sending.isPending]);

  function settle(): void {
    notify('success', t`Sending your reply.`);
    write('');
  }

  /** Whether the reply was sent, and only the response was lost. */
  async function wasMine(reply: string): Promise<boolean> {
    const { replies: now } = await queryClient.fetchQuery(threadQuery(message.id));
    const last = now.at(-1);
    return last?.author_id === userId && last.body === reply;
  }

  function write(next: string): void {
    if (next === '' || text === '') setSeen(replies.length);
    setText(next);
    setProblem('');
    saveReply(userId, message.id, next);
  }

  function change(next: string): void {
    // Assign the message, so that colleagues see who is replying.
    if (text === '' && message.assigned_to === null)
      claimMessage(message, userId).catch((error: unknown) =>
        console.warn('The message couldn’t be assigned', error),
      );
    if (sending.isError) sending.reset();
    write(next);
  }

  function send(): void {
    const reply = text.trim();
    const over = [...reply].length - replyLimit;
    if (reply === '') setProblem(t`Write something first`);
    else if (over > 0) setProblem(t(tooLong(over)));
    else if (unread === null && !sending.isPending) sending.mutate(reply);
  }

  const refusal = sending.error as (Error & { code?: string }) | null;
  // The banner about unread replies explains the other refusal.
  const refused = refusal?.code === UNREAD_REPLY ? null : refusal;
  const busy = sending.isPending;
  const translated = useLetterTexts(language);
  const theirs = translated ?? t;
  const greeting = theirs(replyGreeting(message.name));
  const closing = replyClosing(profile?.first_name, office.name).replace('\n', ', ');
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={t`Your reply to ${{ name: message.name }}`}
        hint={
          <Trans>
            We’ll email it between “<span lang={translated && language}>{greeting}</span>” and “{closing},”
            with the message below it.
          </Trans>
        }
        rows={5}
        value={text}
        error={problem}
        isReadOnly={busy}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          else event.continuePropagation();
        }}
      />
      {unread !== null && (
        <Banner
          kind="warning"
          announce
          actions={
            <Button
              size="small"
              variant="secondary"
              onPress={() => setSeen(replies.length)}
              className="max-lg:min-h-11"
            >
              <Trans>I’ve read it</Trans>
            </Button>
          }
        >
          <Trans>
            {{ name: unread }} replied while you were writing. Please read that reply above before you send
            yours.
          </Trans>
        </Banner>
      )}
      {refused && (
        <Banner kind="danger" announce>
          <Trans>We couldn’t send your reply: {{ problem: messageOf(refused, t) }}</Trans>
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          size="small"
          busy={busy}
          isDisabled={unread !== null}
          icon={<Send size={16} aria-hidden />}
          className="max-lg:min-h-11"
        >
          {busy ? t`Sending...` : t`Send reply`}
        </Button>
        <SmartLink
          to={mailAddress(message, greeting, theirs)}
          className="link inline-flex min-h-11 items-center gap-1.5 lg:min-h-9"
        >
          <Mail size={16} aria-hidden />
          <Trans>Write in your email app</Trans>
        </SmartLink>
      </div>
    </form>
  );
}
