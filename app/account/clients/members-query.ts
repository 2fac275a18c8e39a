import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import type { Relation, Right } from '#domain/clients/membership.ts';

type Functions = Database['public']['Functions'];
interface Access {
  relation: Relation;
  rights: Right[];
  last_year: number | null;
  ends_at: string | null;
}
interface Waiting extends Access {
  /** Only if the person had a code. */
  question: string | null;
  /** Who of the staff asked or made the code; null for someone who no longer works here. */
  invited_by_name: string | null;
}
/** A person who belongs to a client. */
export type Member = Omit<Functions['members_of_client']['Returns'][number], keyof Access> & Access;

/** A person whose access to a client waits to be allowed: staff asked, or the person entered a code. */
export type AccessRequest = Omit<Functions['client_invitations']['Returns'][number], keyof Waiting> & Waiting;

/** The people with access to a client, as far as the person may see them. */
export function membersQuery(clientId: string) {
  return queryOptions({
    queryKey: ['members', clientId] as const,
    queryFn: async ({ signal }) =>
      (await dataOf(rest.rpc('members_of_client', { client_id: clientId }), signal)) as Member[],
  });
}

/** The requests that a person who manages the client may decide on: no one decides on their own. */
export function accessRequestsQuery(clientId: string, userId: string) {
  return queryOptions({
    queryKey: ['access-requests', clientId, userId] as const,
    queryFn: async ({ signal }) => {
      const data = await dataOf(
        rest.rpc('client_invitations', { client_id: clientId }, { get: true }),
        signal,
      );
      const waiting = data.filter((row) => row.accepted_at !== null && row.accepted_by !== userId);
      return waiting.map((row) => ({ ...row, name: row.accepted_name || row.name })) as AccessRequest[];
    },
  });
}

/** Ends a membership from the next request on. Throws the API's error. */
export const endMembership = (clientId: string, memberId: string) =>
  done(rest.rpc('end_client_member', { client_id: clientId, member_id: memberId }));

/** Allows the access, or not. Throws the API's error. */
export const decideOnAccess = (id: string, isAllowed: boolean) =>
  done(rest.rpc('close_client_invitation', { invitation_id: id, confirm: isAllowed }));
