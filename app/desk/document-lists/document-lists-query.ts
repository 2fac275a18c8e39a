import { queryOptions } from '@tanstack/react-query';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import type { AskDocumentLists, DocumentList, DocumentLists } from '#contract/document-lists.ts';

export type ListsByClient = ReadonlyMap<string, DocumentList>;

/** How far these clients are with their documents of a year. */
export function documentListsQuery(clientIds: readonly string[], year: number) {
  return queryOptions({
    queryKey: ['clients', 'documents', year, clientIds] as const,
    queryFn: async ({ signal }): Promise<ListsByClient> => {
      const body: AskDocumentLists = { clientIds, year };
      const { lists } = await callOwn<DocumentLists>('/functions/v1/document-lists', { body, signal });
      return new Map(lists.map((list) => [list.clientId, list]));
    },
    enabled: clientIds.length > 0,
  });
}
