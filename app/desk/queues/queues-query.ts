import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { type QueueId, queueIds } from './queues.ts';

export const queuesKey = ['office-queues'] as const;

/** Forms have no live events, so the counts poll while the page is visible. */
const REFETCH_MS = 60_000;

/** A file that no one has seen waits in the queue however old it is. */
export const SINCE_EVER = '1970-01-01T00:00:00Z';

export const countsQuery = queryOptions({
  queryKey: [...queuesKey, 'counts'] as const,
  queryFn: async ({ signal }): Promise<Record<QueueId, number>> => {
    const data = await dataOf(
      rest.rpc('office_queues', { new_files_since: SINCE_EVER }, { get: true }),
      signal,
    );
    const counted = new Map(data.map(({ queue, waiting }) => [queue, waiting]));
    return Object.fromEntries(queueIds.map((id) => [id, counted.get(id) ?? 0])) as Record<QueueId, number>;
  },
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});

export const reloadQueues = () => invalidate(queuesKey);

export function useLiveQueues(): void {
  const tables = ['contact_submissions', 'thread_messages', 'appointments', 'tax_returns', 'file_uploads'];
  useLiveChanges(
    tables.map((table) => ({ table })),
    reloadQueues,
  );
}
