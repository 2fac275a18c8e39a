import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isConnectionError, isRefusedToken } from './error-wording.ts';

/**
 * What the screens have fetched. Emptied when the person changes (session.tsx), so that nobody sees what
 * belonged to the one before.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endLostSession }),
  mutationCache: new MutationCache({ onError: endLostSession }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal stays a refusal; a lost connection may come back.
      retry: (failures, error) => failures < 1 && isConnectionError(error),
    },
  },
});

/** A session that was ended elsewhere shows as a refused token; the library asks, and signs out here too. */
export function endLostSession(error: unknown): void {
  // A refused token was sent by the library: it is here already.
  if (isRefusedToken(error)) void import('./supabase.ts').then(({ supabase }) => supabase.auth.getUser());
}

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
