import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/client/supabase.ts';
import type { Database } from '#contract/generated/database.ts';
import { queuesKey } from './queues-query.ts';

export type Message = Database['public']['Tables']['contact_submissions']['Row'];
export type MessageStatus = 'new' | 'open' | 'answered' | 'closed';

export interface MessageList {
  readonly waiting: readonly Message[];
  /** Answered or closed lately: whoever pressed the wrong button finds it here. */
  readonly done: readonly Message[];
  /** By address in small letters: who of the writers has an account. */
  readonly clients: ReadonlyMap<string, string>;
}

const SHOWN = 100;
const DONE_SHOWN = 10;

export function messagesQuery() {
  return queryOptions({
    queryKey: [...queuesKey, 'messages'] as const,
    queryFn: async ({ signal }): Promise<MessageList> => {
      const of = (statuses: MessageStatus[], limit: number, order: string, ascending: boolean) =>
        supabase
          .from('contact_submissions')
          .select('*')
          .in('status', statuses)
          .order(order, { ascending })
          .limit(limit)
          .abortSignal(signal)
          .overrideTypes<Message[], { merge: false }>();
      // Who has waited longest is answered first.
      const [waiting, done] = await Promise.all([
        of(['new', 'open'], SHOWN, 'created_at', true),
        of(['answered', 'closed'], DONE_SHOWN, 'updated_at', false),
      ]);
      if (waiting.error) throw waiting.error;
      if (done.error) throw done.error;
      const addresses = new Set([...waiting.data, ...done.data].map(({ email }) => email.toLowerCase()));
      return { waiting: waiting.data, done: done.data, clients: await clientsOf([...addresses], signal) };
    },
    staleTime: 0,
  });
}

async function clientsOf(addresses: string[], signal: AbortSignal): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const { data, error } = await supabase
    .from('user_profiles')
    .select('user_id, email')
    .in('email', addresses)
    .abortSignal(signal);
  if (error) throw error;
  return new Map(data.map(({ user_id, email }) => [email, user_id]));
}

export function markMessage(id: string, status: MessageStatus) {
  return supabase.from('contact_submissions').update({ status }).eq('id', id);
}

/** A mail to the writer, its subject and greeting begun. */
export function replyAddress({ email, subject, name }: Message): string {
  const query = `subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(`Hello ${name},\n\n`)}`;
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query}`;
}
