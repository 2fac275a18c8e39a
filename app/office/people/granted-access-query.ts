import { queryOptions } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';
import { allRights, type Relation, type Right } from '#domain/clients/membership.ts';

export interface Grant {
  readonly clientId: string;
  readonly clientName: string;
  readonly memberId: string;
  /** Empty for none, as the email. */
  readonly memberName: string;
  readonly memberEmail: string;
  readonly relation: Relation;
  readonly rights: readonly Right[];
  readonly lastYear: number | null;
  readonly endsAt: string | null;
  readonly grantedAt: string;
  /** The client's own login, which took the client over. It is not ended with the rest. */
  readonly isOwnLogin: boolean;
}

export function grantedAccessQuery(person: string) {
  return queryOptions({
    queryKey: ['office', 'granted-access', person] as const,
    queryFn: async ({ signal }): Promise<Grant[]> => {
      const { data, error } = await rest
        .rpc('granted_access', { person }, { get: true })
        .abortSignal(signal)
        .overrideTypes<{ last_year: number | null; ends_at: string | null }[]>();
      if (error) throw error;
      return data.map((row) => ({
        clientId: row.client_id,
        clientName: row.client_name,
        memberId: row.member_id,
        memberName: row.member_name,
        memberEmail: row.member_email,
        relation: row.relation as Relation,
        rights: allRights.filter((right) => row.rights.includes(right)),
        lastYear: row.last_year,
        endsAt: row.ends_at,
        grantedAt: row.granted_at,
        isOwnLogin: row.client_id === row.member_id,
      }));
    },
    // Others of the staff give and end access at any time.
    staleTime: 0,
  });
}
