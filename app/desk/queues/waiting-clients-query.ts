import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import type { Office } from '#domain/business/office.ts';
import type { Named } from '#domain/documents/file-display.ts';
import { yearIn } from '#domain/office-time/office-day.ts';
import { inGroups } from '../in-groups.ts';
import { queuesKey, SINCE_EVER } from './queues-query.ts';

type Overview = Database['public']['Functions']['client_overviews']['Returns'][number];

export interface WaitingClient extends Named {
  readonly user_id: string;
  readonly overview: Overview | undefined;
}

export type Wanted = 'new_files' | 'forms';

export const PAGE_ROWS = 50;

/** The clients of a queue with their facts. `preparer`: as in the list, me, none, or an id; undefined for all. */
export function waitingClientsQuery(wanted: Wanted, limit: number, { timeZone }: Office, preparer?: string) {
  return queryOptions({
    queryKey: [...queuesKey, wanted, limit, timeZone, preparer] as const,
    queryFn: async ({ signal }): Promise<{ clients: WaitingClient[]; hasMore: boolean }> => {
      const year = yearIn(timeZone, new Date());
      const found = await dataOf(
        rest
          .rpc(
            'list_clients',
            {
              ...(wanted === 'forms'
                ? { has_form: true, list_year: year, return_status: 'none', sort: 'form' }
                : { new_files_since: SINCE_EVER }),
              ...(preparer !== undefined && { preparer }),
            },
            { get: true },
          )
          .select('user_id, email, first_name, last_name')
          .range(0, limit),
        signal,
      );
      const data = found.slice(0, limit);
      const ids = data.map(({ user_id }) => user_id);
      const about = { list_year: year, new_files_since: SINCE_EVER };
      const overviews = await inGroups(ids, (client_ids) =>
        dataOf(rest.rpc('client_overviews', { client_ids, ...about }), signal),
      );
      const byId = new Map(overviews.map((overview) => [overview.user_id, overview]));
      return {
        clients: data.map((client) => ({ ...client, overview: byId.get(client.user_id) })),
        hasMore: found.length > limit,
      };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Opens the return of the current year, and mails nothing. */
export const startReturn = (clientId: string, timeZone: string) =>
  done(
    rest.rpc('start_return', {
      client_id: clientId,
      return_year: yearIn(timeZone, new Date()),
      return_kind: 'personal',
      first_status: 'not_started',
    }),
  );

/** The most files that one request marks. */
const MOST_SEEN = 1000;

export async function unseenFiles(clientId: string): Promise<string[]> {
  const data = await dataOf(
    rest
      .from('file_uploads')
      .select('id')
      .eq('user_id', clientId)
      .is('by_client', true)
      .is('seen_at', null)
      .order('uploaded_at')
      .limit(MOST_SEEN),
  );
  return data.map(({ id }) => id);
}

/** Whether these are the files that the row counts. If not, one has come that the person doesn't know of. */
export const areAll = (ids: readonly string[], counted: number): boolean =>
  ids.length === Math.min(counted, MOST_SEEN);

export const markSeen = (ids: readonly string[], isSeen: boolean) =>
  done(rest.rpc('mark_documents_seen', { document_ids: [...ids], is_seen: isSeen }));
