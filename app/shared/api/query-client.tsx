import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isConnectionError } from './error-wording.ts';

/** Cleared when another person signs in (supabase-session.ts), so that nothing of the first one is shown to them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Retrying helps only after a lost connection.
      retry: (failures, error) => failures < 1 && isConnectionError(error),
    },
  },
});

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
