import { queryOptions } from '@tanstack/react-query';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { allRights, type Relation, type Right } from '#domain/clients/membership.ts';

/** A person who belongs to a client. */
export interface Member {
  readonly memberId: string;
  readonly name: string;
  readonly relation: Relation;
  readonly rights: readonly Right[];
  readonly lastYear: number | null;
  readonly endsAt: string | null;
  readonly isMe: boolean;
}

/** The people with access to a client, as far as the person may see them. */
export function membersQuery(clientId: string) {
  return queryOptions({
    queryKey: ['members', clientId] as const,
    queryFn: async ({ signal }): Promise<Member[]> => {
      const { data, error } = await rest
        .rpc('members_of_client', { client_id: clientId })
        .abortSignal(signal)
        .overrideTypes<{ last_year: number | null; ends_at: string | null }[]>();
      if (error) throw error;
      return data.map((row) => ({
        memberId: row.member_id,
        name: row.name,
        relation: row.relation as Relation,
        rights: allRights.filter((right) => row.rights.includes(right)),
        lastYear: row.last_year,
        endsAt: row.ends_at,
        isMe: row.is_me,
      }));
    },
  });
}

/** Ends a membership from the next request on. Throws the API's error. */
export const endMembership = (clientId: string, memberId: string) =>
  done(rest.rpc('end_client_member', { client_id: clientId, member_id: memberId }));
