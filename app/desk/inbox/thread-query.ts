import { queryOptions } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { queuesKey } from '../queues/queues-query.ts';

/** Without a mail if it was written in the client's conversation. */
export type Reply = Database['public']['Tables']['contact_replies']['Row'];
export type ReplyMail = Database['public']['Functions']['reply_mails']['Returns'][number];

export interface Thread {
  /** Oldest first. */
  readonly replies: readonly Reply[];
  /** Delivery status by reply id. */
  readonly mails: ReadonlyMap<string, ReplyMail>;
}

/** A mail leaves within seconds, without a live event, so poll while one is pending. */
const REFETCH_MS = 3000;

/** The replies to a message. */
export function threadQuery(messageId: string) {
  return queryOptions({
    queryKey: [...queuesKey, 'thread', messageId] as const,
    queryFn: async ({ signal }): Promise<Thread> => {
      const [replies, mails] = await Promise.all([
        rest
          .from('contact_replies')
          .select('*')
          .eq('submission_id', messageId)
          .order('sent_at')
          .abortSignal(signal),
        rest.rpc('reply_mails', { submission_id: messageId }).abortSignal(signal),
      ]);
      if (replies.error) throw replies.error;
      if (mails.error) throw mails.error;
      return { replies: replies.data, mails: new Map(mails.data.map((mail) => [mail.reply_id, mail])) };
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      [...(state.data?.mails.values() ?? [])].some(({ status }) => status === 'pending') ? REFETCH_MS : false,
  });
}

/**
 * `seen` is the number of earlier replies that the author has read. The server refuses with PT409 if there
 * are more.
 */
export function sendReply(messageId: string, reply: string, seen: number) {
  return rest.rpc('reply_to_message', { submission_id: messageId, reply, replies_seen: seen });
}

/** The server's error code for a reply whose author has not read the latest reply. */
export const UNREAD_REPLY = 'PT409';
