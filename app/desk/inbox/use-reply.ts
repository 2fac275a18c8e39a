import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { replyLimit } from '#domain/contact/reply.ts';
import { msg, plural } from '#domain/language/message.ts';
import { queuesKey } from '../queues/queues-query.ts';
import { claimMessage, type Message } from './messages-query.ts';
import { readReply, saveReply } from './reply-draft.ts';
import { type Reply, sendReply, threadQuery, UNREAD_REPLY } from './thread-query.ts';

export interface UseReplyOptions {
  message: Message;
  replies: readonly Reply[];
  userId: string;
}

const tooLong = (over: number) =>
  msg`Please shorten the reply by ${plural({ over }, { one: '# character', other: '# characters' })}`;

/** The state of the reply form: draft, sending, and conflicts with replies of colleagues. */
export function useReply({ message, replies, userId }: UseReplyOptions) {
  const queries = useQueryClient();
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
    onSettled: () => queries.invalidateQueries({ queryKey: queuesKey }),
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
    const { replies: now } = await queries.fetchQuery(threadQuery(message.id));
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
  return {
    text,
    change,
    send,
    busy: sending.isPending,
    problem,
    /** Null if the banner about unread replies explains it already. */
    refused: refusal?.code === UNREAD_REPLY ? null : refusal,
    /** The author of a reply sent since the user started to write. */
    unread,
    read: () => setSeen(replies.length),
  };
}
