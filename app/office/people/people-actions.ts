import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { done } from '#app/shared/api/done.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useSession } from '#app/shared/session/session.tsx';
import type { Role } from '#domain/account/roles.ts';

/** What super users do with accounts. Each function throws the server's error. */
export const peopleActions = {
  setActive: (userId: string, active: boolean) =>
    done(rest.rpc('set_account_active', { target_user_id: userId, active })),
  setRole: (userId: string, role: Role) =>
    done(rest.rpc('set_user_role', { target_user_id: userId, new_role: role })),
  endSession: (userId: string, sessionId: string) =>
    done(rest.rpc('end_sessions_of', { target_user_id: userId, target_session_id: sessionId })),
  endSessions: (userId: string) => done(rest.rpc('end_sessions_of', { target_user_id: userId })),
  resetFactor: async (userId: string) => {
    await callOwn(`/auth/v1/office/people/${userId}/factors/reset`, { body: {} });
  },
  correctEmail: async (userId: string, email: string) => {
    await callOwn(`/auth/v1/office/people/${userId}/email`, { body: { email } });
  },
  /** Ends all access to clients that the person gave, apart from clients' own logins. */
  endGrantedAccess: (userId: string) => done(rest.rpc('end_granted_access', { person: userId })),
  withdrawCorrection: (userId: string) =>
    done(rest.rpc('withdraw_email_correction', { target_user_id: userId })),
};

/** Runs one of these actions, then refetches what the pages show. */
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
