import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';
import type { Named } from '#domain/documents/file-display.ts';
import { groupBy } from '#domain/lists/group-by.ts';
import type { ReturnStatus } from '#domain/returns/tax-return.ts';
import { queuesKey } from '../queues/queues-query.ts';

export interface WaitingReturn {
  readonly id: string;
  readonly user_id: string;
  readonly year: number;
  readonly kind: string;
  readonly status: string;
  readonly paid_at: string | null;
  readonly updated_at: string;
  readonly user_profiles: Named | null;
}

/** Statuses that need the office, as in `office_queues`. */
const withOffice: readonly ReturnStatus[] = [
  'not_started',
  'documents_received',
  'in_preparation',
  'approved',
  'rejected',
];
const withClients: readonly ReturnStatus[] = ['waiting_for_documents', 'ready_for_review', 'payment_due'];

export type Side = 'office' | 'client';

const statusesOf: Record<Side, readonly ReturnStatus[]> = { office: withOffice, client: withClients };

export const PAGE_ROWS = 100;

export function waitingReturnsQuery(side: Side, limit: number) {
  return queryOptions({
    queryKey: [...queuesKey, 'returns', side, limit] as const,
    queryFn: async ({ signal }): Promise<{ returns: WaitingReturn[]; hasMore: boolean }> => {
      const { data, error } = await rest
        .rpc('waiting_returns', { statuses: [...statusesOf[side]] }, { get: true })
        .select(
          'id, user_id, year, kind, status, paid_at, updated_at, user_profiles(first_name, last_name, email)',
        )
        .order('updated_at')
        .limit(limit + 1)
        .abortSignal(signal)
        .overrideTypes<WaitingReturn[], { merge: false }>();
      if (error) throw error;
      return { returns: data.slice(0, limit), hasMore: data.length > limit };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Groups in the order of the workflow. Unknown statuses are left out. */
export function byStatus(side: Side, returns: readonly WaitingReturn[]): [ReturnStatus, WaitingReturn[]][] {
  const groups = groupBy(returns, ({ status }) => status);
  return statusesOf[side].flatMap((status): [ReturnStatus, WaitingReturn[]][] => {
    const group = groups.get(status);
    return group ? [[status, group]] : [];
  });
}
