import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isConnectionError } from './error-wording.ts';
import { onUserChange } from './user-change.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Retrying helps only after a lost connection.
      retry: (failures, error) => failures < 1 && isConnectionError(error),
    },
  },
});

// Nothing of one person is shown to the next.
onUserChange(() => queryClient.clear());

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
