import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import type { Database } from '#contract/generated/database.ts';

/** The public API of this feature: other features import nothing else from app/conversation. */

type Row = Database['public']['Functions']['thread_page']['Returns'][number];
type About = Extract<keyof Row, `about_${string}`>;
type Optional = About | 'settled_at' | 'answers_question' | 'answer' | 'submission_id';
export type Side = 'client' | 'office';

export interface AttachedDocument {
  id: string;
  name: string;
}

export type ThreadMessage = Omit<Row, Optional | 'documents' | 'side' | 'origin'> & {
  [Name in Optional]: Row[Name] | null;
} & {
  side: Side;
  /** Where it was written. */
  origin: 'portal' | 'text' | 'form';
  /** Those of the attached ones that were not deleted. */
  documents: AttachedDocument[];
};

const threadKey = (clientId: string) => ['conversation', clientId] as const;

const FIRST_PAGE = 50;
const LATER_PAGE = 200;
const sizeAfter = (before: number | null) => (before === null ? FIRST_PAGE : LATER_PAGE);

/** A thread, newest first, by pages. */
export function threadQuery(clientId: string) {
  return infiniteQueryOptions({
    queryKey: [...threadKey(clientId), 'pages'] as const,
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam: before, signal }): Promise<ThreadMessage[]> =>
      (await dataOf(
        rest.rpc(
          'thread_page',
          {
            client_id: clientId,
            page_size: sizeAfter(before),
            ...(before !== null && { before_sequence: before }),
          },
          { get: true },
        ),
        signal,
      )) as unknown as ThreadMessage[],
    getNextPageParam: (page, _pages, before) =>
      page.length < sizeAfter(before) ? null : (page.at(-1)?.sequence ?? null),
    staleTime: 0,
  });
}

const MOST_QUESTIONS = 20;

/** The questions without an answer, oldest first. */
export function openQuestionsQuery(clientId: string) {
  return queryOptions({
    queryKey: [...threadKey(clientId), 'questions'] as const,
    queryFn: async ({ signal }): Promise<ThreadMessage[]> => {
      const data = await dataOf(
        rest.rpc(
          'thread_page',
          { client_id: clientId, page_size: MOST_QUESTIONS, open_questions_only: true },
          { get: true },
        ),
        signal,
      );
      return (data as unknown as ThreadMessage[]).reverse();
    },
    staleTime: 0,
  });
}

/**
 * `unread`: messages of the other side that the reader hasn't seen. `waiting`: messages of the client without a reply. All
 * counts end at 100. `seen_up_to`: how far the other side has read. `has_reader`: whether the client can read what the
 * office writes; null for the client.
 */
export function threadSummaryQuery(clientId: string, side: Side) {
  return queryOptions({
    queryKey: [...threadKey(clientId), 'summary', side] as const,
    queryFn: ({ signal }) =>
      dataOf(
        rest
          .rpc('thread_summary', { client_id: clientId, for_office: side === 'office' }, { get: true })
          .abortSignal(signal)
          .single(),
      ),
    staleTime: 0,
  });
}

export const reloadThread = (clientId: string) => invalidate(threadKey(clientId));

export function useLiveThread(clientId: string): void {
  const filter = `client_id=eq.${clientId}`;
  useLiveChanges(
    [
      { table: 'thread_messages', filter },
      { table: 'thread_reads', filter },
    ],
    () => reloadThread(clientId),
  );
}

export type WaitingThread = Omit<
  Database['public']['Functions']['waiting_threads']['Returns'][number],
  'preparer_id'
> & { preparer_id: string | null };

/** What a conversation waits for: a reply of the office, or the client's answer to a question. */
export type WaitsFor = 'office' | 'client';

export interface WantedThreads {
  /** All clients, those that the reader prepares, or those that no one prepares. */
  wanted: 'all' | 'mine' | 'unassigned';
  waitsFor: WaitsFor;
  /** 500 at most. */
  size: number;
}

/** The conversations that wait, longest first. */
export async function fetchWaitingThreads(
  { wanted, waitsFor, size }: WantedThreads,
  signal: AbortSignal,
): Promise<WaitingThread[]> {
  return dataOf(
    rest.rpc('waiting_threads', { wanted, page_size: size, waiting_for: waitsFor }, { get: true }),
    signal,
  );
}

/** How many clients wait for a reply: all, and those that the reader prepares. */
export async function fetchWaitingCounts(signal: AbortSignal): Promise<{ everyone: number; mine: number }> {
  return dataOf(rest.rpc('waiting_thread_counts', {}, { get: true }).abortSignal(signal).single());
}

export interface ThreadState {
  readonly waitsFor: WaitsFor;
  readonly since: string;
}

/** What the conversations of these clients wait for, by client; a reply comes before a question. 500 clients at most. */
export async function fetchThreadStates(
  clientIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ThreadState>> {
  const data = await dataOf(rest.rpc('thread_states', { client_ids: [...clientIds] }), signal);
  // The generated types don't know that a time can be null.
  const rows: { client_id: string; waiting_for_office: string | null; waiting_for_client: string | null }[] =
    data;
  return new Map(
    rows.map(({ client_id, waiting_for_office: forOffice, waiting_for_client: forClient }) => [
      client_id,
      forOffice === null
        ? { waitsFor: 'client', since: forClient ?? '' }
        : { waitsFor: 'office', since: forOffice },
    ]),
  );
}

/** The part of a case with the conversation. */
export const CONVERSATION_ID = 'case-conversation';
