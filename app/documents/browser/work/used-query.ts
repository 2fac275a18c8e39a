import { queryOptions, useQuery } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';

export interface Used {
  readonly by: string;
  readonly at: string;
}

export type UsedDocuments = ReadonlyMap<string, Used>;

/** The server's page size. */
const PAGE = 1000;

export const usedKey = (ownerId: string) => ['used-documents', ownerId] as const;

function usedQuery(ownerId: string) {
  return queryOptions({
    queryKey: usedKey(ownerId),
    queryFn: async ({ signal }): Promise<UsedDocuments> => {
      const found = new Map<string, Used>();
      for (let full = true; full; ) {
        const used = rest.from('used_documents').select('id, used_by_name, used_at').eq('user_id', ownerId);
        const data = await dataOf(used.order('id').range(found.size, found.size + PAGE - 1), signal);
        for (const { id, used_by_name: by, used_at: at } of data) found.set(id, { by, at });
        full = data.length === PAGE;
      }
      return found;
    },
  });
}

const none: UsedDocuments = new Map();

export function useUsedDocuments(ownerId: string): UsedDocuments {
  useLiveChanges([{ table: 'used_documents', filter: `user_id=eq.${ownerId}` }], () =>
    invalidate(usedKey(ownerId)),
  );
  return useQuery(usedQuery(ownerId)).data ?? none;
}
