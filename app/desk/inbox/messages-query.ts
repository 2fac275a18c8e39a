import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchWaitingCounts, fetchWaitingThreads, type WaitingThread } from '#app/conversation/queries.ts';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { replySubject } from '#domain/contact/reply.ts';
import type { Translate } from '#domain/language/translate.ts';
import { profilesOfAddresses } from '../profiles.ts';
import { queuesKey } from '../queues/queues-query.ts';
import type { InboxView } from './inbox-params.ts';

export type Message = Database['public']['Tables']['contact_submissions']['Row'];
export type MessageStatus = 'new' | 'open' | 'answered' | 'closed';

const waiting: MessageStatus[] = ['new', 'open'];
const settled: MessageStatus[] = ['answered', 'closed'];

interface Wanted {
  view: InboxView;
  userId: string;
  /** Stays in the list until another one is opened. */
  openId: string | null;
  limit: number;
}

export function messagesQuery({ view, userId, openId, limit }: Wanted) {
  return queryOptions({
    queryKey: [...queuesKey, 'messages', view, userId, openId, limit] as const,
    queryFn: async ({ signal }) => {
      const [list, open] = await Promise.all([
        dataOf(page(view, userId, limit), signal),
        openId === null ? null : dataOf(one(openId).abortSignal(signal).maybeSingle()),
      ]);
      const messages = insertOpenMessage(list.slice(0, limit), open, view);
      const addresses = messages.map(({ email }) => email);
      return {
        messages,
        hasMore: list.length > limit,
        senders: await profilesOfAddresses(addresses, signal),
      };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/**
 * Keeps the open message in the list, at its place, even if it no longer matches: a message that was just
 * answered or assigned must not disappear while it is being read.
 */
export function insertOpenMessage<Row extends Pick<Message, 'id' | 'created_at'>>(
  list: readonly Row[],
  open: Row | null,
  view: InboxView,
): readonly Row[] {
  if (open === null || list.some(({ id }) => id === open.id)) return list;
  if (view === 'answered') return [open, ...list];
  const place = list.findIndex(({ created_at }) => Date.parse(created_at) > Date.parse(open.created_at));
  return place === -1 ? [...list, open] : [...list.slice(0, place), open, ...list.slice(place)];
}

/** One row more than the limit, if there are more. */
function page(view: InboxView, userId: string, limit: number) {
  const all = rest.from('contact_submissions').select('*');
  if (view === 'answered') {
    return all
      .in('status', settled)
      .order('updated_at', { ascending: false })
      .order('id')
      .limit(limit + 1);
  }
  const of = all.in('status', waiting);
  // Oldest first.
  return (view === 'mine' ? of.eq('assigned_to', userId) : of)
    .order('created_at')
    .order('id')
    .limit(limit + 1);
}

const one = (id: string) => rest.from('contact_submissions').select('*').eq('id', id);

/** The number of open messages and of clients who wait for a reply: all, and the user's. */
export function inboxCountsQuery(userId: string) {
  return queryOptions({
    queryKey: [...queuesKey, 'messages', 'counts', userId] as const,
    queryFn: async ({ signal }): Promise<Record<'open' | 'mine', number>> => {
      const counted = () =>
        rest
          .from('contact_submissions')
          .select('id', { count: 'exact', head: true })
          .in('status', waiting)
          .abortSignal(signal);
      const [open, mine, clients] = await Promise.all([
        counted(),
        counted().eq('assigned_to', userId),
        fetchWaitingCounts(signal),
      ]);
      if (open.error) throw open.error;
      if (mine.error) throw mine.error;
      return { open: (open.count ?? 0) + clients.everyone, mine: (mine.count ?? 0) + clients.mine };
    },
    staleTime: 0,
  });
}

const noThreads = { threads: [] as WaitingThread[], hasMore: false };
export type WaitingThreadList = typeof noThreads;

/** The clients who wait for a reply in their conversation. None in the view of what is answered. */
export function waitingThreadsQuery(view: InboxView, limit: number) {
  return queryOptions({
    queryKey: [...queuesKey, 'threads', view, limit] as const,
    queryFn: async ({ signal }) => {
      if (view === 'answered') return noThreads;
      const found = await fetchWaitingThreads(
        { wanted: view === 'mine' ? 'mine' : 'all', waitsFor: 'office', size: limit + 1 },
        signal,
      );
      return { threads: found.slice(0, limit), hasMore: found.length > limit };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const markMessage = (id: string, status: MessageStatus) =>
  done(rest.from('contact_submissions').update({ status }).eq('id', id));

/** Assigns a message; null unassigns it. Assigning a new message opens it. */
export function assignMessage({ id, status }: Message, assignee: string | null) {
  const isTaken = assignee !== null && status === 'new';
  const changes = { assigned_to: assignee, ...(isTaken && { status: 'open' }) };
  return done(rest.from('contact_submissions').update(changes).eq('id', id));
}

/** Assigns the message to a user who starts a reply, unless it is assigned already. */
export const claimMessage = ({ id }: Message, userId: string) =>
  done(
    rest
      .from('contact_submissions')
      .update({ assigned_to: userId, status: 'open' })
      .eq('id', id)
      .is('assigned_to', null)
      .in('status', waiting),
  );

/** A mailto: link to the sender, with subject and greeting. */
export function mailAddress({ email, subject }: Message, greeting: string, t: Translate): string {
  const query = `subject=${encodeURIComponent(replySubject(subject, t))}&body=${encodeURIComponent(`${greeting}\n\n`)}`;
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query}`;
}

/** Without a mail if it was written in the client's conversation. */
export type Reply = Database['public']['Tables']['contact_replies']['Row'];
export type ReplyMail = Database['public']['Functions']['reply_mails']['Returns'][number];

/** A mail leaves within seconds, without a live event, so poll while one is pending. */
const REFETCH_MS = 3000;

/** The replies to a message, the oldest first, and how the mail of each fares. */
export function threadQuery(messageId: string) {
  return queryOptions({
    queryKey: [...queuesKey, 'thread', messageId] as const,
    queryFn: async ({ signal }) => {
      const written = rest.from('contact_replies').select('*').eq('submission_id', messageId);
      const [replies, mails] = await Promise.all([
        dataOf(written.order('sent_at'), signal),
        dataOf(rest.rpc('reply_mails', { submission_id: messageId }), signal),
      ]);
      return { replies, mails: new Map(mails.map((mail) => [mail.reply_id, mail])) };
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
