import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Profile } from '#app/shared/session/profile.ts';
import { documentListsQuery } from '../document-lists/document-lists-query.ts';
import type { ListFilters } from '../manage-params.ts';
import {
  BLOCK_ROWS,
  clientFactsQuery,
  clientsPageQuery,
  clientsTotalQuery,
  PAGE_ROWS,
  peopleFoundQuery,
} from './clients-query.ts';

interface Sight {
  /** The indexes of the first and the last row in sight. */
  readonly first: number;
  readonly last: number;
  /** Whether a column is about the clients' lists of documents. */
  readonly withDocuments: boolean;
}

export function useClients(filters: ListFilters, sight: Sight) {
  const { first: firstSeen, last: lastSeen, withDocuments } = sight;
  const total = useQuery(clientsTotalQuery(filters.archived));
  const first = useQuery({
    ...clientsPageQuery(filters, 0),
    placeholderData: keepPreviousData,
  });
  const matching = first.data?.count ?? 0;
  // Don't load more pages of the previous search.
  const last = first.isPlaceholderData ? -1 : Math.min(lastSeen, matching - 1);
  const further = groupsBetween(firstSeen, last, PAGE_ROWS).filter((page) => page > 0);
  const others = useQueries({
    queries: further.map((page) => clientsPageQuery(filters, page)),
  });

  const clientAt = (index: number): Profile | undefined => {
    const page = Math.floor(index / PAGE_ROWS);
    const rows = page === 0 ? first.data?.rows : others[further.indexOf(page)]?.data?.rows;
    return rows?.[index % PAGE_ROWS];
  };
  const blocks = groupsBetween(firstSeen, last, BLOCK_ROWS)
    .map((block) => idsIn(block, clientAt))
    .filter((ids) => ids.length > 0);
  const facts = useQueries({
    queries: blocks.map((ids) => clientFactsQuery(ids, filters.year)),
  });
  const documents = useQueries({
    queries: withDocuments ? blocks.map((ids) => documentListsQuery(ids, filters.year)) : [],
  });
  // Of an outdated list, the names would be those of another search.
  const isSearch = filters.term !== '' && !first.isPlaceholderData;
  const found = useQueries({
    queries: isSearch ? blocks.map((ids) => peopleFoundQuery(ids, filters.term)) : [],
  });

  return {
    matching,
    total: total.data ?? null,
    isPending: first.isPending,
    isOutdated: first.isPlaceholderData,
    error: first.error ?? total.error,
    refetch: () => void Promise.all([first.refetch(), total.refetch()]),
    /** Undefined while loading. */
    clientAt,
    factsOf: byUserId(facts),
    /** Undefined while loading, and if no column shows it. */
    documentsOf: byUserId(documents),
    /** Undefined if the client itself was found. */
    foundBy: byUserId(found),
  };
}

export type Clients = ReturnType<typeof useClients>;

const byUserId =
  <Of>(blocks: readonly { data: ReadonlyMap<string, Of> | undefined }[]) =>
  (userId: string): Of | undefined =>
    blocks.find(({ data }) => data?.has(userId))?.data?.get(userId);

function idsIn(block: number, clientAt: (index: number) => Profile | undefined): string[] {
  return Array.from({ length: BLOCK_ROWS }, (_, i) => clientAt(block * BLOCK_ROWS + i)?.user_id ?? []).flat();
}

/** The indexes of the groups of `size` rows that contain the rows from first to last. */
function groupsBetween(firstRow: number, lastRow: number, size: number): number[] {
  const from = Math.floor(firstRow / size);
  const to = Math.floor(lastRow / size);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
