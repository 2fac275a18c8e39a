import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isConnectionError, isRefusedToken } from './error-wording.ts';

/** Cleared when another person signs in (supabase-session.ts), so that nothing of the first one is shown to them. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endLostSession }),
  mutationCache: new MutationCache({ onError: endLostSession }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Retrying helps only after a lost connection.
      retry: (failures, error) => failures < 1 && isConnectionError(error),
    },
  },
});

/** If the session was ended elsewhere, the server refuses the token. `getUser` then signs out here, too. */
export function endLostSession(error: unknown): void {
  if (!isRefusedToken(error)) return;
  import('./supabase.ts')
    .then(({ supabase }) => supabase.auth.getUser())
    .catch((failure: unknown) => console.warn('The refused session could not be checked', failure));
}

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
