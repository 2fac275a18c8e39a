import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Database } from '#contract/generated/database.ts';
import { queuesKey } from '../queues/queues-query.ts';

export type Reply = Database['public']['Tables']['contact_replies']['Row'];
export type ReplyMail = Database['public']['Functions']['reply_mails']['Returns'][number];

export interface Thread {
  /** In the order in which they went out. */
  readonly replies: readonly Reply[];
  /** By the answer's id: what became of its mail. */
  readonly mails: ReadonlyMap<string, ReplyMail>;
}

/** A mail leaves within seconds, and nobody is told: who looks at it looks again. */
const REFETCH_MS = 3000;

/** What was answered to a message. */
export function threadQuery(messageId: string) {
  return queryOptions({
    queryKey: [...queuesKey, 'thread', messageId] as const,
    queryFn: async ({ signal }): Promise<Thread> => {
      const [replies, mails] = await Promise.all([
        supabase
          .from('contact_replies')
          .select('*')
          .eq('submission_id', messageId)
          .order('sent_at')
          .abortSignal(signal),
        supabase.rpc('reply_mails', { submission_id: messageId }).abortSignal(signal),
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

/** `seen`: how many earlier answers its writer has read. Where there are more, the server refuses (PT409). */
export function sendReply(messageId: string, reply: string, seen: number) {
  return supabase.rpc('reply_to_message', { submission_id: messageId, reply, replies_seen: seen });
}

/** The code with which the server says that there is an answer which the writer has not read. */
export const UNREAD_REPLY = 'PT409';
