import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useSession } from '#app/shared/session/session.tsx';

/** Ends all access to clients that the person gave, apart from clients' own logins. */
export const endGrantedAccess = (userId: string) => done(rest.rpc('end_granted_access', { person: userId }));

/** Runs an action on an account, then refetches what the pages show. */
export function usePeopleAction() {
  const queries = useQueryClient();
  const { reloadProfile } = useSession();
  return useAction(async () => {
    await Promise.all([refreshPeople(queries), reloadProfile()]);
  });
}

async function refreshPeople(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['office'] }),
    queries.invalidateQueries({ queryKey: ['clients'] }),
    queries.invalidateQueries({ queryKey: ['staff'] }),
    queries.invalidateQueries({ queryKey: ['case'] }),
  ]);
}
