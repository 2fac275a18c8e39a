import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { allRights, type Relation, type Right } from '#domain/clients/membership.ts';

/** A person whose access to a client waits to be allowed. */
export interface AccessRequest {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly relation: Relation;
  readonly rights: readonly Right[];
  readonly lastYear: number | null;
  readonly endsAt: string | null;
  /** When staff asked, or the person entered a code of ours. */
  readonly at: string;
  /** Whether the person had a code. */
  readonly hadCode: boolean;
  /** Who of the staff asked or made the code; null for someone who no longer works here. */
  readonly askedBy: string | null;
}

/** The requests that a person who manages the client may decide on: no one decides on their own. */
export function accessRequestsQuery(clientId: string, userId: string) {
  return queryOptions({
    queryKey: ['access-requests', clientId, userId] as const,
    queryFn: async ({ signal }): Promise<AccessRequest[]> => {
      const data = await dataOf(
        rest.rpc('client_invitations', { client_id: clientId }, { get: true }),
        signal,
      );
      return data
        .filter(({ accepted_at, accepted_by }) => accepted_at !== null && accepted_by !== userId)
        .map((row) => ({
          id: row.id,
          name: row.accepted_name || row.name,
          email: row.accepted_email,
          relation: row.relation as Relation,
          rights: allRights.filter((right) => row.rights.includes(right)),
          lastYear: row.last_year,
          endsAt: row.ends_at,
          at: row.accepted_at,
          hadCode: row.question !== null,
          askedBy: row.invited_by_name,
        }));
    },
  });
}

/** Allows the access, or not. Throws the API's error. */
export const decideOnAccess = (id: string, isAllowed: boolean) =>
  done(rest.rpc('close_client_invitation', { invitation_id: id, confirm: isAllowed }));
