import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { boardKey } from '../board/board-query.ts';

/** Who works on a return instead of the client's preparer and reviewer; null: the client's. */
export interface Assignment {
  readonly preparer_id: string | null;
  readonly reviewer_id: string | null;
}

export const roles = ['preparer', 'reviewer'] as const;
export type AssignedRole = (typeof roles)[number];

export const unassigned: Assignment = { preparer_id: null, reviewer_id: null };

const keyOf = (clientId: string) => ['case', clientId, 'assignments'] as const;

/** By return. Those with nothing instead are left out. */
export function assignmentsQuery(clientId: string, returnIds: readonly string[]) {
  return queryOptions({
    queryKey: [...keyOf(clientId), returnIds] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Assignment>> => {
      const data = await dataOf(
        rest
          .from('return_assignments')
          .select('return_id, preparer_id, reviewer_id')
          .in('return_id', [...returnIds]),
        signal,
      );
      return new Map(data.map(({ return_id, ...assignment }) => [return_id, assignment]));
    },
    enabled: returnIds.length > 0,
    // When a return is added, the people of the others stay on the screen.
    placeholderData: keepPreviousData,
  });
}

/** Writes what differs. */
export async function assignReturn(returnId: string, before: Assignment, after: Assignment): Promise<void> {
  for (const role of roles) {
    const person = after[`${role}_id`];
    if (person === before[`${role}_id`]) continue;
    await done(rest.rpc('assign_return', { return_id: returnId, role, ...(person !== null && { person }) }));
  }
}

export async function reloadAssignments(queries: QueryClient, clientId: string): Promise<void> {
  await Promise.all(
    [keyOf(clientId), boardKey, ['clients']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
}
