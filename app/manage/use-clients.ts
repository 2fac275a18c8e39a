import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Profile } from '#app/client/profile.ts';
import { clientsPageQuery, clientsTotalQuery, PAGE_ROWS } from './clients-query.ts';

/** Everybody whom the search finds, fetched by the page as they come into sight. */
export function useClients(search: string, firstSeen: number, lastSeen: number) {
  const total = useQuery(clientsTotalQuery());
  const first = useQuery({ ...clientsPageQuery(search, 0), placeholderData: keepPreviousData });
  const matching = first.data?.count ?? 0;
  // While the list still shows the last search, there is nothing to fetch for its further pages.
  const pages = first.isPlaceholderData ? [] : pagesBetween(firstSeen, Math.min(lastSeen, matching - 1));
  const further = pages.filter((page) => page > 0);
  const others = useQueries({ queries: further.map((page) => clientsPageQuery(search, page)) });

  return {
    matching,
    total: total.data ?? null,
    isPending: first.isPending,
    isOutdated: first.isPlaceholderData,
    error: first.error ?? total.error,
    refetch: () => void Promise.all([first.refetch(), total.refetch()]),
    /** Undefined while it is on its way. */
    clientAt: (index: number): Profile | undefined => {
      const page = Math.floor(index / PAGE_ROWS);
      const rows = page === 0 ? first.data?.rows : others[further.indexOf(page)]?.data?.rows;
      return rows?.[index % PAGE_ROWS];
    },
  };
}

function pagesBetween(firstRow: number, lastRow: number): number[] {
  const from = Math.floor(firstRow / PAGE_ROWS);
  const to = Math.floor(lastRow / PAGE_ROWS);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
