import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import type { Database } from '#contract/generated/database.ts';
import type { Language } from '#domain/language/language.ts';

export type Invitation = Database['public']['Functions']['staff_invitations']['Returns'][number];

export function invitationsQuery() {
  return queryOptions({
    queryKey: ['office', 'invitations'] as const,
    queryFn: ({ signal }) => dataOf(rest.rpc('staff_invitations', {}, { get: true }), signal),
  });
}

type NewInvitation = Omit<Invitation, 'id' | 'sent_at' | 'expires_at'> & { language: Language };

/** Each function throws the server's error with its message. */
export const invitationActions = {
  invite: async (invitation: NewInvitation) => {
    await callOwn('/auth/v1/office/invitations', { body: invitation });
  },
  resend: async (id: string) => {
    await callOwn(`/auth/v1/office/invitations/${id}/resend`, { body: {} });
  },
  withdraw: (id: string) => done(rest.rpc('withdraw_invitation', { invitation_id: id })),
};

export function useInvitationAction() {
  const queries = useQueryClient();
  return useAction(() => queries.invalidateQueries({ queryKey: ['office', 'invitations'] }));
}
