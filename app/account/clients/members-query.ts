import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import type { Relation, Right } from '#domain/clients/membership.ts';

type Row = Database['public']['Functions']['members_of_client']['Returns'][number];
/** A person who belongs to a client. */
export type Member = Omit<Row, 'relation' | 'rights' | 'last_year' | 'ends_at'> & {
  relation: Relation;
  rights: Right[];
  last_year: number | null;
  ends_at: string | null;
};

/** The people with access to a client, as far as the person may see them. */
export function membersQuery(clientId: string) {
  return queryOptions({
    queryKey: ['members', clientId] as const,
    queryFn: async ({ signal }) =>
      (await dataOf(rest.rpc('members_of_client', { client_id: clientId }), signal)) as Member[],
  });
}

/** Ends a membership from the next request on. Throws the API's error. */
export const endMembership = (clientId: string, memberId: string) =>
  done(rest.rpc('end_client_member', { client_id: clientId, member_id: memberId }));
