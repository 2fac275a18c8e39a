import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Side, threadQuery, threadSummaryQuery } from '../queries.ts';

/** While others write, each message may interrupt one. */
const MOST_ATTEMPTS = 5;

export function useThread(clientId: string, side: Side) {
  const pages = useInfiniteQuery(threadQuery(clientId));
  const { data: summary } = useQuery(threadSummaryQuery(clientId, side));
  const { data } = pages;
  /** Newest first; undefined until they are loaded. */
  const messages = useMemo(() => data?.pages.flat(), [data]);
  const [isLoadingOlder, setLoadingOlder] = useState(false);

  async function loadOlder(): Promise<void> {
    const before = data?.pages.length ?? 0;
    setLoadingOlder(true);
    // The library drops a page that is being fetched when the thread changes, and fetches the ones before again.
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const later = await pages.fetchNextPage({ cancelRefetch: false });
      if (later.isError || !later.hasNextPage || (later.data?.pages.length ?? 0) > before) break;
    }
    setLoadingOlder(false);
  }

  return {
    messages,
    summary,
    error: pages.error,
    retry: () => void pages.refetch(),
    isPosted: (id: string) => messages?.some((one) => one.id === id) ?? false,
    hasOlder: pages.hasNextPage,
    isLoadingOlder,
    olderError: pages.isFetchNextPageError ? pages.error : null,
    loadOlder: () => void loadOlder(),
  };
}

export type Thread = ReturnType<typeof useThread>;
