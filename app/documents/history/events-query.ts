import { keepPreviousData, type QueryFunction, queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { staffRoles } from '#domain/account/roles.ts';
import { historyOf } from '#domain/documents/document-events.ts';
import { documentsQueryKey } from '../store/documents-query.ts';

type EventRow = Database['public']['Tables']['document_events']['Row'];

interface Events {
  events: EventRow[];
  /** Whether there are older events. */
  more: boolean;
}

/** The most rows in one answer of the server. */
const MAX_ROWS = 1000;
/** More than one document ever has, with those of all folders. */
const MAX_EVENTS = 10_000;

export type EventsQuery = ReturnType<typeof eventsQuery>;

const eventsQuery = (key: readonly unknown[], queryFn: QueryFunction<Events>) =>
  queryOptions({ queryKey: key, queryFn, placeholderData: keepPreviousData });

/** The events of an owner's documents, or of one document and its folders, newest first. */
export const historyQuery = (ownerId: string, documentId: string | null, limit: number): EventsQuery => ({
  ...eventsQuery([...documentsQueryKey(ownerId), 'events', documentId, limit], async ({ signal }) => {
    if (documentId === null) return firstOf(newest(ownerId), limit, signal);
    const ofIt = newest(ownerId).or(`document_id.eq.${documentId},document_id.is.null`);
    const { events } = await firstOf(ofIt, MAX_EVENTS, signal);
    return { events: historyOf(documentId, events), more: false };
  }),
  staleTime: 0,
});

/** What staff did with a client's documents, newest first. */
export const staffAccessQuery = (userId: string, limit: number): EventsQuery =>
  eventsQuery([...documentsQueryKey(userId), 'visits', limit], ({ signal }) => {
    const visits = newest(userId)
      .in('actor_role', staffRoles)
      .neq('actor_id', userId)
      // About what only staff see: the download count, and which documents are used or seen.
      .not('action', 'in', '(marked_new,marked_used,marked_unused,marked_seen,marked_unseen)');
    return firstOf(visits, limit, signal);
  });

async function firstOf(
  events: ReturnType<typeof newest>,
  limit: number,
  signal: AbortSignal,
): Promise<Events> {
  const data: EventRow[] = [];
  let rows: EventRow[];
  do {
    rows = await dataOf(events.range(data.length, limit), signal);
    data.push(...rows);
  } while (rows.length === MAX_ROWS && data.length <= limit);
  return { events: data.slice(0, limit), more: data.length > limit };
}

function newest(ownerId: string) {
  return rest.from('document_events').select('*').eq('owner_id', ownerId).order('id', { ascending: false });
}
