import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import type { Relation, Right } from '#domain/clients/membership.ts';

type Row = Database['public']['Functions']['granted_access']['Returns'][number];
/** Names and email are empty for none. */
export type Grant = Omit<Row, 'relation' | 'rights' | 'last_year' | 'ends_at'> & {
  relation: Relation;
  rights: Right[];
  last_year: number | null;
  ends_at: string | null;
};

/** The client's own login, which took the client over. It is not ended with the rest. */
export const isOwnLogin = ({ client_id, member_id }: Grant) => client_id === member_id;

export function grantedAccessQuery(person: string) {
  return queryOptions({
    queryKey: ['office', 'granted-access', person] as const,
    queryFn: async ({ signal }) =>
      (await dataOf(rest.rpc('granted_access', { person }, { get: true }), signal)) as Grant[],
    // Others of the staff give and end access at any time.
    staleTime: 0,
  });
}
