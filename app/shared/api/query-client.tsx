import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isConnectionError } from './error-wording.ts';
import { onUserChange } from './user-change.ts';

/** By default, the library would wait for a connection, say nothing, and act later. */
const failsOffline = { networkMode: 'always' } as const;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Retrying helps only after a lost connection. Offline, the query is sent again with the connection.
      retry: (failures, error) => failures < 1 && isConnectionError(error) && navigator.onLine !== false,
      refetchOnReconnect: true,
      ...failsOffline,
    },
    mutations: failsOffline,
  },
});

/** What is shown of these is fetched again, the rest when it is shown. */
export async function invalidate(...queryKeys: QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

// Nothing of one person is shown to the next.
onUserChange(() => queryClient.clear());

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
